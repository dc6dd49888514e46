import Drawing
import Evdev
import Files
import Glibc
import Panel

/// Whether the service can read the touchscreens, and whether they say what is needed.
enum TouchCheck {
    /// How much longer one side must be than the other to tell upright from wide.
    private static let least = 1.15

    /// - Parameters:
    ///   - screen: The screen that the panel is for; `nil` if there is none.
    ///   - seat: The seat that the panel belongs to; `nil` for any.
    ///   - isMeasured: Whether the panel file has the size of the screen.
    ///   - setup: The command that sets up the panel.
    static func examine(
        _ input: InputDescription, _ account: DaemonUser?, screen: ConnectedScreen?, seat: String?,
        isMeasured: Bool, setup: String, in folder: String = "/dev/input"
    ) -> [Finding] {
        let isSizeKnown = isMeasured || screen?.millimetres != nil
        let search: TouchscreenSearch
        do throws(TouchscreenFailure) {
            search = try TouchscreenSearch(in: folder) { _ in true }
        } catch {
            return [.wrong("touchscreen", error.message)]
        }
        let nodes = search.found.sorted { $0.path < $1.path }
            .filter { !isOfAnother(screen, $0, input, seat: seat) }
        let read = nodes.filter { isRead($0, input) }
        let ignored = nodes.filter { node in
            !node.isTouchscreen && !read.contains(node)
                && description(of: node).looksLikeTouchscreen
        }
        var findings = read.flatMap {
            [permission(for: $0, account)] + shape(of: $0, input, screen, isSizeKnown, setup)
        }
        findings += ignored.map { node in
            .note(
                "udev",
                "\(named(node)) can be touched, but udev does not call it a touchscreen, or says "
                    + "to ignore it; name it under [[input.devices]], or see "
                    + "udevadm info \(node.path)")
        }
        if read.isEmpty {
            let others = search.found.filter { $0.isTouchscreen && !nodes.contains($0) }
            findings.insert(ofOthers(others) ?? absence(search, input, setup), at: 0)
        }
        return findings
    }

    /// Whether it is assigned to another screen or seat, and so to another panel.
    static func isOfAnother(
        _ screen: ConnectedScreen?, _ node: TouchscreenNode, _ input: InputDescription,
        seat: String?
    ) -> Bool {
        if let seat, seat != node.seat { return true }
        guard let output = entry(for: node, input)?.output ?? node.output,
            let connector = screen?.connector
        else { return false }
        return output != connector
    }

    /// Whether the daemon reads it.
    private static func isRead(_ node: TouchscreenNode, _ input: InputDescription) -> Bool {
        if let device = input.device { return device.matches(node) }
        return node.isTouchscreen || entry(for: node, input) != nil
    }

    private static func entry(
        for node: TouchscreenNode, _ input: InputDescription
    ) -> InputDevice? {
        input.devices.first { $0.match.matches(node) }
    }

    private static func named(_ node: TouchscreenNode) -> String {
        "\(node.path) \(node.name.debugDescription)"
    }

    private static func description(of node: TouchscreenNode) -> DeviceDescription {
        (try? Touchscreen.description(ofDeviceAt: node.path)) ?? DeviceDescription()
    }

    /// Why none of the touchscreens is that of the panel; `nil` if there are none.
    private static func ofOthers(_ nodes: [TouchscreenNode]) -> Finding? {
        nodes.first.map { first in
            .wrong(
                "touchscreen",
                "\(named(first))"
                    + (nodes.count > 1 ? " and \(nodes.count - 1) more are" : " is")
                    + " assigned to another screen or seat, by 'output' under [[input.devices]] or by "
                    + "udev's WL_OUTPUT and ID_SEAT")
        }
    }

    private static func absence(
        _ search: TouchscreenSearch, _ input: InputDescription, _ setup: String
    ) -> Finding {
        if let device = input.device, !search.found.isEmpty {
            return .wrong(
                "touchscreen",
                "no input device is \(device), which 'device' under [input] names; "
                    + "\(setup) finds the one that is there")
        }
        guard search.closed.isEmpty else {
            return .note(
                "touchscreen",
                "you may not open \(search.closed.sorted()[0])"
                    + (search.closed.count > 1 ? " and \(search.closed.count - 1) more" : "")
                    + "; run this with sudo")
        }
        return .wrong(
            "touchscreen",
            "there is no touchscreen; is its cable plugged in, and does dmesg show its driver?")
    }

    private static func permission(
        for node: TouchscreenNode, _ account: DaemonUser?
    ) -> Finding {
        guard account?.mayUse(node.path, isWriting: false) == false else {
            return .good("touchscreen", named(node))
        }
        return .wrong(
            "touchscreen",
            "the user \(DaemonUser.name) may not read \(named(node)) "
                + "(\(DaemonUser.permissions(of: node.path))); udev gives input devices to the "
                + "group input: sudo udevadm trigger --subsystem-match=input")
    }

    private static func shape(
        of node: TouchscreenNode, _ input: InputDescription, _ screen: ConnectedScreen?,
        _ isSizeKnown: Bool, _ setup: String
    ) -> [Finding] {
        guard let axes = description(of: node).positionAxes else { return [] }
        var size: Size?
        if axes.x.resolution > 0, axes.y.resolution > 0 {
            size = Size(width: axes.x.millimetres, height: axes.y.millimetres)
        }
        let resolution =
            size.map {
                Finding.good(
                    "resolution", "\(node.path) is \($0.inMillimetres)")
            }
            ?? .note(
                "resolution",
                "\(node.path) does not say how large it is"
                    + (!isSizeKnown && input.devices.isEmpty
                        ? "; measure the screen, and set size_mm = [width, height] under [display]"
                        : "; the size of the screen is taken"))
        let shape = size ?? Size(width: axes.x.units, height: axes.y.units)
        let settings = entry(for: node, input)?.touchscreen ?? input.touchscreen
        let (matrix, finding) = calibration(
            of: node.path, panelFile: settings.calibration, udev: node.calibration, setup: setup)
        return [resolution]
            + [swap(node.path, shape, matrix, screen, setup), finding].compactMap(\.self)
    }

    /// The matrix in effect, by the panel file or else by udev, and what it does.
    static func calibration(
        of path: String, panelFile: [Double]?, udev: String?, setup: String
    ) -> (matrix: [Double], finding: Finding) {
        let none = TouchedCorners.identity
        if let matrix = panelFile, matrix != none {
            let words = CalibrationWords.of(matrix)
            return (matrix, .good("calibration", "\(path): \(words), by the panel file"))
        }
        let words = (udev ?? "").split(separator: " ").prefix(6)
        let matrix = words.compactMap { Double($0) }
        if let udev, let problem = problem(of: matrix) {
            return (
                none,
                .wrong(
                    "calibration",
                    "\(path): glassfaderd ignores udev's LIBINPUT_CALIBRATION_MATRIX "
                        + "\(udev.debugDescription): \(problem); correct the rule that sets it")
            )
        }
        if udev != nil, matrix != none {
            return (
                matrix,
                .good(
                    "calibration",
                    "\(path): \(CalibrationWords.of(matrix)), by udev's "
                        + "LIBINPUT_CALIBRATION_MATRIX")
            )
        }
        // Only a finger shows whether it is mirrored.
        return (
            none,
            .good(
                "calibration",
                "\(path): none; if a finger does not hit what it sees, \(setup) finds out why")
        )
    }

    /// Why the daemon uses none instead of udev's numbers; `nil` if it uses them.
    private static func problem(of numbers: [Double]) -> String? {
        guard numbers.allSatisfy(\.isFinite) else { return "not all of its numbers are finite" }
        return TouchscreenDescription.problem(ofCalibration: numbers)
    }

    /// Whether the touchscreen is upright and its screen is not, or the other way around.
    static func swap(
        _ path: String, _ shape: Size, _ matrix: [Double], _ screen: ConnectedScreen?,
        _ setup: String
    ) -> Finding? {
        guard let screen, screen.width > 0, screen.height > 0 else { return nil }
        let isSwapped = abs(matrix[1]) > abs(matrix[0])
        let touched = isSwapped ? shape.height / shape.width : shape.width / shape.height
        let shown = Double(screen.width) / Double(screen.height)
        let isCrossed =
            touched > least && shown < 1 / least || touched < 1 / least && shown > least
        guard isCrossed else { return .good("axes", "\(path) has the shape of its screen") }
        let (glass, picture) = touched > 1 ? ("wide", "upright") : ("upright", "wide")
        return .wrong(
            "axes",
            "\(path) is \(glass) and its screen, \(screen.width)x\(screen.height), is \(picture): "
                + "its axes are swapped; \(setup) corrects that with four touches")
    }
}

extension DeviceMatch {
    /// Whether this selects a device.
    fileprivate func matches(_ node: TouchscreenNode) -> Bool {
        matches(
            path: node.path, port: node.pluggedInto, name: node.name, vendor: node.vendor,
            product: node.product, resolvingBy: LinkedPath.resolved)
    }
}

extension Axis {
    /// The length, if the resolution is known.
    var millimetres: Double { units / Double(resolution) }
}
