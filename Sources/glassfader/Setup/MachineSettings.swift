import Drawing
import Files
import Panel

/// The settings of a panel file that depend on the machine: its screen, and the touchscreen on
/// that.
struct MachineSettings: Equatable {
    /// The keys of `[display]`, and of the settings of touchscreens, that these set.
    static let keys = ["device", "connector", "rotate", "size_mm", "calibration"]

    /// `[display] device`, if another card has a screen too.
    var device: String?
    /// `[display] connector`, if there are several screens.
    var connector: String?
    /// Whether the device and the connector of the file are of another screen.
    var isOtherScreen = false
    /// Whether the screen lacks the mode of the file.
    var isModeMissing = false
    /// `[display] rotate`, if it is set.
    var rotation: Int?
    /// `[display] size_mm`, if the screen does not say it.
    var millimetres: Size?
    /// The touchscreen and its matrix, if it was touched.
    var corners: TouchedCorners?
    /// Whether the machine has other screens, which these settings are not for.
    var hasOtherScreens = false
    /// Whether the machine has other touchscreens, which these settings are not for.
    var hasOtherTouchscreens = false
    /// Whether the other touchscreens are for the panels of the other screens.
    private var hasOtherPanels: Bool { hasOtherScreens && hasOtherTouchscreens }

    /// The settings could not be written into the file; these lines are to be written by hand.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        let lines: [String]
    }

    /// The text with these settings. `name` is that of the file, for messages.
    func written(into text: String, name: String) throws(Failure) -> String {
        var file = PanelFileText(text)
        if device != nil || isOtherScreen {
            file.set("device", to: device?.quoted, in: "display")
        }
        if connector != nil || isOtherScreen {
            file.set("connector", to: connector?.quoted, in: "display")
        }
        if isModeMissing { file.set("mode", to: nil, in: "display") }
        if let rotation { file.set("rotate", to: "\(rotation)", in: "display") }
        if let millimetres {
            file.set("size_mm", to: Self.written(millimetres), in: "display")
        }
        if let corners {
            let wanted = PanelFile(text: text, name: name).panel?.input.device
            if hasOtherPanels || wanted?.matches(corners) == false {
                file.set("device", to: corners.match.quoted, in: "input")
            }
            write(corners, into: &file, name: name)
        }
        let result = PanelFile(text: file.text, name: name)
        guard let panel = result.panel, result.errors.isEmpty else {
            throw Failure(
                description: result.errors.first.map { "\($0)" } ?? "\(name) has errors",
                lines: lines)
        }
        if let corners, !isInEffect(corners, in: panel) {
            throw Failure(
                description: "\(name) has other settings for this touchscreen", lines: lines)
        }
        return file.text
    }

    private func write(_ corners: TouchedCorners, into file: inout PanelFileText, name: String) {
        let present = PanelFile(text: file.text, name: name).panel?.input ?? InputDescription()
        if let entry = present.devices.first(where: { $0.match.matches(corners) }) {
            return file.set("calibration", to: calibration, inTableAtLine: entry.position.line)
        }
        guard hasOtherScreens || hasOtherTouchscreens else {
            // A matrix without effect need not be written, unless the file has another one.
            let isNeeded = needsMatrix || present.touchscreen.calibration != nil
            if isNeeded { file.set("calibration", to: calibration, in: "input") }
            return
        }
        file.append(entry)
    }

    private var needsMatrix: Bool {
        corners.map { $0.matrix != TouchedCorners.identity || $0.hasUdevMatrix } ?? false
    }

    /// The entry of `[[input.devices]]`.
    private var entry: [String] {
        guard let corners else { return [] }
        return [
            "[[input.devices]]",
            "match = \(corners.match.quoted)",
        ] + (corners.connector.map { ["output = \($0.quoted)"] } ?? []) + [
            "calibration = \(calibration)"
        ]
    }

    /// The matrix as it is written. One that changes nothing would leave that of udev in effect.
    private var calibration: String {
        var numbers = corners?.matrix ?? TouchedCorners.identity
        if numbers == TouchedCorners.identity, corners?.hasUdevMatrix == true { numbers[2] = 1e-5 }
        return "[" + numbers.map { Self.written($0) }.joined(separator: ", ") + "]"
    }

    private func isInEffect(_ corners: TouchedCorners, in panel: PanelDescription) -> Bool {
        let entry = panel.input.devices.first { $0.match.matches(corners) }
        let matrix = (entry?.touchscreen ?? panel.input.touchscreen).calibration
        return zip(matrix ?? TouchedCorners.identity, corners.matrix).allSatisfy {
            abs($0 - $1) < 1e-4
        }
    }

    /// The settings, to be written by hand.
    private var lines: [String] {
        var lines = ["[display]"]
        if let device { lines.append("device = \(device.quoted)") }
        if let connector { lines.append("connector = \(connector.quoted)") }
        if let rotation { lines.append("rotate = \(rotation)") }
        if let millimetres { lines.append("size_mm = \(Self.written(millimetres))") }
        if hasOtherPanels, let corners {
            lines += ["[input]", "device = \(corners.match.quoted)"]
        }
        return lines + entry
    }

    /// Copies the settings of the display, of the touchscreens and of the bridges from a panel file
    /// into another desk: they depend on the machine, and on what is connected to it.
    static func copy(from old: String, into text: String) -> String {
        // What else a shipped desk says of them is its own.
        let isShipped = DeskChoice(shippedAs: old) != nil
        let old = PanelFileText(old)
        var file = PanelFileText(text)
        for table in ["display", "input"] {
            for key in old.keys(in: table) where !isShipped || keys.contains(key) {
                file.set(key, to: old.value(of: key, in: table), in: table)
            }
        }
        for device in old.tables(of: "input.devices") { file.append(device) }
        var withBridges = file
        for bridge in old.tables(in: "bridges") { withBridges.append(bridge) }
        return errorCount(withBridges) > errorCount(file) ? file.text : withBridges.text
    }

    private static func errorCount(_ file: PanelFileText) -> Int {
        PanelFile(text: file.text, name: "").errors.count
    }

    /// Whether `copy` has left settings of bridges: a desk that has other ones keeps its own.
    static func leavesBridges(of old: String, in text: String) -> Bool {
        let (old, new) = (PanelFileText(old), PanelFileText(text))
        let copied = new.tables(in: "bridges")
        return old.hasKey(ofTable: "bridges")
            || !old.tables(in: "bridges").allSatisfy(copied.contains)
    }

    private static func written(_ size: Size) -> String {
        "[\(written(size.width)), \(written(size.height))]"
    }

    /// A number in its shortest form.
    static func written(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e6 ? "\(Int(number))" : "\(number)"
    }
}

extension TouchedCorners {
    /// What `match` says for this touchscreen: its port, which does not depend on the order in
    /// which devices are found, or else its name.
    var match: String { port.map { "path:\($0)" } ?? "name:\(name.asPattern)" }
}

extension DeviceMatch {
    /// Whether this selects the touchscreen that was touched.
    fileprivate func matches(_ corners: TouchedCorners) -> Bool {
        matches(
            path: corners.node, port: corners.port, name: corners.name, vendor: corners.vendor,
            product: corners.product, resolvingBy: LinkedPath.resolved)
    }
}

extension String {
    /// As a string of TOML.
    fileprivate var quoted: String {
        "\""
            + unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case _ where scalar.properties.generalCategory == .control:
                    "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                        + String(scalar.value, radix: 16)
                default: String(scalar)
                }
            }.joined() + "\""
    }

    /// A pattern that this text matches.
    fileprivate var asPattern: String {
        String(map { $0 == "*" ? "?" : $0 })
    }
}
