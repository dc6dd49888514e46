import DRM
import Drawing
import Evdev
import Files
import Glibc
import Panel

/// Finds out the settings of a panel file for this machine, and writes them.
struct Setup {
    /// Why it cannot be done, and what to do.
    struct Failure: Error, CustomStringConvertible {
        var description: String { lines.joined(separator: "\n") }
        let lines: [String]
        /// The exit status.
        var status: Int32 = 1

        init(_ lines: String..., status: Int32 = 1) {
            self.lines = lines
            self.status = status
        }

        init(_ lines: [String]) { self.lines = lines }
    }

    let panelFile: String
    let desk: String?
    let connector: String?
    let rotation: Int?
    let millimetres: Size?
    let skipsTouch: Bool
    let question: Question
    /// The signals that end it. It still restores what it changed.
    let signals: HeldSignals
    let unit: String

    /// Does it all, and prints what it did.
    func run() throws {
        let screen = try screen()
        try say("screen: \(screen)")
        let plan = try plan(for: screen)
        let stopped = try stop()
        do {
            if !stopped.isEmpty {
                try say("service: \(stopped.joined(separator: ", ")) stopped meanwhile")
            }
            try carryOut(plan, on: screen)
        } catch {
            if let problem = start(stopped) { ToolOutput.error(problem) }
            throw error
        }
        try finish(stopped)
    }

    /// What is known before the service stops: the panel stays on the screen until then.
    private struct Plan {
        let file: ReplacedPanelFile
        /// `[display]` of the panel file; `nil` without a panel file that can be read.
        let present: DisplayDescription?
        let settings: MachineSettings
        /// The text to write the settings into.
        let base: String
        /// The text with them. The crosses are shown with it, and need no calibration.
        let draft: String
    }

    private func plan(for screen: ConnectedScreen) throws -> Plan {
        try checkCard(screen.node)
        let file = try file()
        let present = file.text.flatMap { PanelFile(text: $0, name: panelFile).panel?.display }
        var settings = settings(for: screen, present: present)
        if settings.isModeMissing { try say("mode: removed; the screen does not have it") }
        settings.rotation = try rotation(of: screen, present: present)
        settings.millimetres = millimetres ?? present?.millimetres
        let base = try base(for: screen, settings, old: file.text)
        return Plan(
            file: file, present: present, settings: settings, base: base,
            draft: try written(settings, into: base))
    }

    private func carryOut(_ plan: Plan, on screen: ConnectedScreen) throws {
        var settings = plan.settings
        if skipsTouch {
            try say("touchscreen: not touched, as --skip-touch says")
        } else {
            let corners = try corners(with: plan.draft)
            settings.corners = corners
            try say("touchscreen: \(corners.node) \(corners.name.debugDescription)")
            try say("calibration: \(CalibrationWords.of(corners.matrix))")
        }
        settings.millimetres = try size(
            of: screen, corners: settings.corners, present: plan.present?.millimetres)
        try checkInterruption()
        try write(try written(settings, into: plan.base), to: plan.file)
    }

    /// Throws if a signal has interrupted the setup.
    private func checkInterruption() throws {
        guard !signals.haveCome else {
            throw Failure("interrupted: \(panelFile) is left as it was")
        }
    }

    private func say(_ line: String) throws { try ToolOutput.line(TerminalText.escaped(line)) }

    // MARK: The screen

    private var screens: [ConnectedScreen] { ConnectedScreen.all().sorted { $0.rank < $1.rank } }

    private func screen() throws -> ConnectedScreen {
        let screens = screens
        guard !screens.isEmpty else {
            throw Failure(
                "no screen is connected: "
                    + (Card.nodes.isEmpty
                        ? Card.absence
                        : "check the cable, and the panel's overlay in the board's configuration"))
        }
        let names = screens.map { "\($0)" }
        guard let connector else {
            let choice = question.choice(of: "Which screen shows the panel?", among: names)
            try checkInterruption()
            return screens[choice]
        }
        guard let screen = screens.first(where: { $0.connector == connector }) else {
            throw Failure(
                "no screen is connected to \(connector)",
                "connected are:\n"
                    + names.map { "  \($0)" }.joined(separator: "\n"))
        }
        return screen
    }

    private func settings(
        for screen: ConnectedScreen, present: DisplayDescription?
    ) -> MachineSettings {
        let screens = screens
        var settings = MachineSettings()
        if Set(screens.map(\.node)).count > 1 || screen.connector == nil {
            settings.device = screen.device
        }
        if screens.count > 1 || connector != nil { settings.connector = screen.connector }
        let touchscreens = (try? TouchscreenSearch().found.count) ?? 0
        settings.hasOtherScreens = screens.count > 1
        settings.hasOtherTouchscreens = touchscreens > 1
        if let present, !ScreenCheck.fits(screen, present) {
            settings.isOtherScreen = true
            settings.connector = screen.connector
            if present.device != .automatic { settings.device = screen.device }
        }
        settings.isModeMissing = present?.mode.map { !screen.mayShow($0) } ?? false
        return settings
    }

    /// The rotation to write; nil if the screen says it, or needs none.
    private func rotation(
        of screen: ConnectedScreen, present: DisplayDescription?
    ) throws -> Int? {
        if let rotation { return rotation }
        if let set = present?.rotation {
            try say("rotation: \(set)°, as \(panelFile) says")
            return set
        }
        if screen.mounting != 0 {
            try say("rotation: \(screen.mounting)°, as the kernel reports for the panel")
            return nil
        }
        guard screen.height > screen.width else { return nil }
        // Wide panels are rarely mounted on their side, upright ones often.
        let angles = [0, 90, 270]
        let choice = question.choice(
            of: "The screen is higher than wide. How does it stand?",
            among: [
                "upright", "on its left side: the picture is rotated by 90°",
                "on its right side: the picture is rotated by 270°",
            ])
        try checkInterruption()
        try say("rotation: \(angles[choice])°; --rotate sets another")
        return choice == 0 ? nil : angles[choice]
    }

    /// The size to write; nil if the screen says it.
    private func size(
        of screen: ConnectedScreen, corners: TouchedCorners?, present: Size?
    ) throws -> Size? {
        if let millimetres { return millimetres }
        if let present {
            try say("size: \(present.inMillimetres), as \(panelFile) says")
            return present
        }
        if let known = screen.millimetres {
            try say("size: \(known.inMillimetres), as the screen reports")
            return nil
        }
        if let corners, let glass = Self.size(ofTouchscreenAt: corners.node) {
            let size =
                corners.isSwapped ? Size(width: glass.height, height: glass.width) : glass
            try say("size: \(size.inMillimetres), as the touchscreen says")
            return size
        }
        let answer = question.answer(
            "The screen does not say how large it is. Its visible width and height in "
                + "millimetres, such as 154x86, or Enter to leave it out:",
            ScreenSize.millimetres)
        try say(
            "size: "
                + (answer?.inMillimetres ?? "unknown; glassfader setup --mm WIDTHxHEIGHT sets it"))
        return answer
    }

    private static func size(ofTouchscreenAt node: String) -> Size? {
        guard let device = try? Touchscreen.description(ofDeviceAt: node),
            let axes = device.positionAxes, axes.x.resolution > 0, axes.y.resolution > 0
        else { return nil }
        let size = Size(width: axes.x.millimetres.rounded(), height: axes.y.millimetres.rounded())
        let range = DisplayDescription.lengths
        return range.contains(size.width) && range.contains(size.height) ? size : nil
    }

    // MARK: Other programs

    /// The service and its triggers, without those that are stopped.
    private var units: [String] {
        guard let service = SystemdUnit(unit) else { return [] }
        return service.activeTriggers + (service.isStopped ? [] : [unit])
    }

    /// Stops the service and its sockets, which would start it again. Returns what was stopped.
    private func stop() throws -> [String] {
        let units = units
        guard !units.isEmpty else { return [] }
        let result = OtherProgram.run(["systemctl", "stop"] + units, within: Self.patience)
        guard result?.status == 0 else {
            // Some of them may have stopped.
            if geteuid() == 0 { _ = start(units) }
            throw Failure(
                "cannot stop \(units.joined(separator: " and ")), to which the panel's screen "
                    + "belongs; use sudo", status: 2)
        }
        return units
    }

    /// Starts what was stopped. Returns what is wrong; nil for nothing.
    private func start(_ units: [String]) -> String? {
        guard !units.isEmpty else { return nil }
        let result = OtherProgram.run(["systemctl", "start"] + units, within: Self.patience)
        guard result?.status != 0 else { return nil }
        return "cannot start \(unit) again: journalctl -u \(unit) says why; then "
            + "sudo systemctl start \(units.joined(separator: " "))"
    }

    /// Longer than the service manager waits for the service.
    private static let patience = Duration.seconds(30)

    private func checkCard(_ node: String) throws {
        guard access(node, R_OK | W_OK) == 0 else {
            throw Failure(
                "cannot open \(node): \(String(cString: strerror(errno))); use sudo", status: 2)
        }
        let finding = ScreenCheck.holder(of: node, besides: SystemdUnit(unit))
        if finding.verdict == .wrong { throw Failure(finding.text) }
    }

    // MARK: The panel file

    private func file() throws -> ReplacedPanelFile {
        do throws(FileError) {
            return try ReplacedPanelFile(panelFile)
        } catch {
            throw Failure("\(error)", status: 2)
        }
    }

    /// The text to begin with: that of the panel file, or of a shipped desk.
    private func base(
        for screen: ConnectedScreen, _ settings: MachineSettings, old: String?
    ) throws -> String {
        do throws(DeskChoice.Unknown) {
            if let desk {
                let choice = try DeskChoice(named: desk)
                try? say("desk: \(choice.name)")
                guard let old else { return choice.text }
                let text = MachineSettings.copy(from: old, into: choice.text)
                if MachineSettings.leavesBridges(of: old, in: text) {
                    try? say("bridges: not copied; their settings are in \(panelFile).old")
                }
                return text
            }
            let decision = try DeskDecision(
                on: old, of: panelFile, for: screen,
                millimetres: settings.millimetres ?? screen.millimetres,
                rotation: settings.rotation ?? screen.mounting)
            try? say("desk: \(decision.words)")
            return decision.text
        } catch {
            throw Failure(error.description)
        }
    }

    private func written(_ settings: MachineSettings, into text: String) throws -> String {
        do throws(MachineSettings.Failure) {
            return try settings.written(into: text, name: panelFile)
        } catch {
            throw Failure(
                [
                    error.description,
                    "\(panelFile) is left as it was; write this into it, or take a shipped desk "
                        + "with --desk mixer:",
                ] + error.lines.map { "  \($0)" })
        }
    }

    private func write(_ text: String, to file: ReplacedPanelFile) throws {
        guard text != file.text else { return try say("\(panelFile) is right as it is") }
        let isKept: Bool
        do {
            isKept = try file.write(text)
        } catch {
            throw Failure("\(error)", status: 2)
        }
        try say("wrote \(panelFile)" + (isKept ? ", and kept \(panelFile).old" : ""))
    }

    // MARK: Touch

    /// Has the crosses touched that the daemon shows with a panel file like this.
    private func corners(with text: String) throws -> TouchedCorners {
        try checkTouchscreens()
        // Beside the panel file: its images are relative to that.
        let draft = panelFile + ".setup"
        do throws(FileError) {
            try ReplacedFile(draft).write(Array(text.utf8), mode: 0o600)
        } catch {
            throw Failure("\(error)", status: 2)
        }
        defer { unlink(draft) }
        try say("touch the four crosses on the screen")
        do throws(TouchedCorners.Failure) {
            return try TouchedCorners.touched(onScreenOf: draft, interruptedBy: signals)
        } catch {
            throw Failure(
                "\(error): the touchscreen is not set up, and \(panelFile) is left as it was",
                "glassfader setup --skip-touch leaves the touchscreen as it is")
        }
    }

    /// Another panel may have opened every touchscreen there is, and would keep all touches.
    private func checkTouchscreens() throws {
        let nodes = (try? TouchscreenSearch().found.map(\.path)) ?? []
        let panels = nodes.compactMap { node in
            DeviceHolders(of: node)?.programs.first { $0.name == "glassfaderd" }
        }
        guard let panel = panels.first, panels.count == nodes.count else { return }
        let unit = SystemdUnit.running(processID: panel.processID)
        throw Failure(
            "another panel, pid \(panel.processID), has \(nodes.joined(separator: " and ")): "
                + (unit.map { "sudo systemctl stop \($0)" } ?? "end it")
                + ", and set up each panel by itself")
    }

    // MARK: The end

    private func finish(_ stopped: [String]) throws {
        let problem = start(stopped)
        let doctor = Doctor(unit: unit, file: panelFile)
        // Findings that are only meaningful after the service has run for a while.
        let later = ["unit", "socket", "screen", "console", "state", "bridges"]
        let wrong = doctor.findings().filter {
            $0.verdict == .wrong && !later.contains($0.subject)
        }
        for finding in wrong { ToolOutput.error("\(finding.subject): \(finding.text)") }
        if let problem {
            ToolOutput.error(problem)
        } else if stopped.contains(unit) {
            try say("service: \(unit) runs again")
        } else {
            let name = unit.hasSuffix(".service") ? String(unit.dropLast(8)) : unit
            try say("now: sudo systemctl enable --now \(name).socket \(name).service")
        }
        if problem != nil || !wrong.isEmpty { throw Failure([]) }
    }
}
