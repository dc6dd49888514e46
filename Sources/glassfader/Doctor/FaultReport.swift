import DRM
import Evdev
import Files
import Glibc
import Panel
import PanelProtocol

/// What the developers need to find a fault, as a text.
struct FaultReport {
    private let doctor: Doctor
    private let findings: [Finding]
    private let names = PrivateNames()
    /// The panel file, without its texts.
    private let panelFile: TextlessPanelFile
    private let texts: PanelFileTexts

    /// A report about the machine that a doctor has seen.
    init(_ doctor: Doctor, _ findings: [Finding]) {
        self.doctor = doctor
        self.findings = findings
        panelFile = TextlessPanelFile(
            KernelFile.lines(doctor.file, atMost: PanelFile.largestSize))
        texts = PanelFileTexts(of: panelFile)
    }

    /// The report. It names no people, machines or networks.
    func text() -> String {
        let sections = [
            ("Findings", findings.map(line)),
            ("Machine", machine), ("Screens", screens), ("Touchscreens", touchscreens),
            ("Services", services), ("Panel file", panelFile.lines), ("Journal", journal),
            ("Journal of the bridges", bridgeJournal),
        ]
        return sections.map { title, lines in
            let lines = lines.map { names.hidden(in: $0).escapingControls }
            return "== \(title) ==\n" + lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    /// A finding, without what the builder has named.
    private func line(_ finding: Finding) -> String {
        let text = texts.hidden(
            in: finding.name.map { finding.text.replacing($0, with: "…") } ?? finding.text)
        return "\(finding.verdict.rawValue) \(finding.subject): \(text)"
    }

    private var machine: [String] {
        let system = KernelFile.lines("/etc/os-release").filter {
            $0.hasPrefix("PRETTY_NAME=")
        }
        var kernel = utsname()
        uname(&kernel)
        let board =
            KernelFile.line("/proc/device-tree/model")
            ?? KernelFile.line("/sys/class/dmi/id/product_name") ?? "unknown board"
        var lines = ["glassfader \(Version.current)"] + system
        lines.append("Linux \(Self.text(kernel.release)) \(Self.text(kernel.machine))")
        lines.append(board)
        lines += KernelFile.lines("/proc/meminfo").prefix(3)
        lines += KernelFile.lines("/proc/cmdline").map { line in
            line.split(separator: " ").map { PrivateNames.withoutNumber(String($0)) }
                .joined(separator: " ")
        }
        return lines
    }

    private static func text<Bytes>(_ bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private var screens: [String] {
        let folder = "/sys/class/drm"
        let connectors = FolderList.names(in: folder).filter { $0.hasPrefix("card") }
        let framebuffers = Card.nodes.isEmpty ? [] : ConnectedScreen.framebuffers()
        var lines = (ConnectedScreen.all() + framebuffers).map { "\($0)" }
        for name in connectors {
            let status = KernelFile.line("\(folder)/\(name)/status") ?? "a card"
            let modes = KernelFile.lines("\(folder)/\(name)/modes").prefix(8)
            lines.append("\(name): \(status) \(modes.joined(separator: " "))")
        }
        for node in Card.nodes {
            let holders = DeviceHolders(of: node)?.description ?? "no other program is seen"
            lines.append("\(node): \(holders)")
        }
        lines += FolderList.names(in: "/sys/class/backlight").map { "backlight \($0)" }
        return lines
    }

    private var touchscreens: [String] {
        guard let search = try? TouchscreenSearch(where: { _ in true }) else { return [] }
        return search.found.flatMap { node -> [String] in
            guard var device = try? Touchscreen.description(ofDeviceAt: node.path),
                node.isTouchscreen || device.looksLikeTouchscreen
            else { return [] }
            // A serial number.
            device.uniqueID = nil
            let udev =
                "udev: \(node.isTouchscreen ? "a touchscreen" : "no touchscreen")"
                + (node.calibration.map { ", calibration \($0)" } ?? "")
            return [node.path, udev]
                + EvemuWriter.description(of: device).split(separator: "\n").map(String.init)
        } + search.closed.map { "\($0): may not be opened" }
    }

    /// The services of the package glassfader-bridges that are not a user's.
    private static let bridges = ["osc", "alsa", "midi"].map { "glassfader-\($0).service" }

    private var services: [String] {
        let units = OtherProgram.run([
            "systemctl", "--no-pager", "--plain", "--no-legend", "--all", "list-units",
            "glassfader*", "getty*", "display-manager*",
        ])
        let dropIns = OtherProgram.run(
            ["systemctl", "show", "--no-pager", "-p", "Id,DropInPaths", doctor.unit]
                + Self.bridges)
        let text = (units?.output ?? "systemd does not answer") + "\n" + (dropIns?.output ?? "")
        return text.split(separator: "\n").map(String.init)
    }

    private var journal: [String] { journal(of: [doctor.unit]) }

    private var bridgeJournal: [String] { journal(of: Self.bridges) }

    private func journal(of units: [String]) -> [String] {
        let result = OtherProgram.run(
            ["journalctl", "--no-pager", "--no-hostname", "-o", "short-monotonic", "-n", "200"]
                + units.flatMap { ["-u", $0] })
        return (result?.output ?? "there is no journal").split(separator: "\n")
            .map { texts.hidden(in: Self.withoutClient(Self.withoutLabel(String($0)))) }
    }

    /// A line of the journal without the name that a client has given itself.
    static func withoutClient(_ line: String) -> String {
        // The daemon writes a quotation mark in a name as an escape.
        line.replacing(#/\b(c\d+) "[^"]*"/#) { "\($0.1) \"…\"" }
    }

    /// A line of the journal without the label that a font cannot show.
    static func withoutLabel(_ line: String) -> String {
        let parts = line.split(separator: "characters of '", maxSplits: 1)
        guard parts.count == 2, let end = parts[1].lastIndex(of: "'") else { return line }
        return "\(parts[0])characters of '…\(parts[1][end...])"
    }
}
