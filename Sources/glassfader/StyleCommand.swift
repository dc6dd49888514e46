import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Changes the style of a control.
struct StyleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "style", abstract: "Change the colour or label of a control, or hide it.",
        discussion: "An empty text, as in --label '', restores the panel file's.")

    @OptionGroup var panel: PanelOptions

    @Option(help: "#rrggbb, or the name of a colour in the theme.")
    var color: String?

    @Option(help: "The text on or beside it.")
    var label: String?

    @Flag(
        inversion: .prefixedEnableDisable, help: "Whether fingers can move it.")
    var touch: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether it is visible.")
    var visible: Bool?

    @Argument(help: "The name of the control; see list.", completion: .controls)
    var control: String

    func validate() throws {
        if color == nil, label == nil, touch == nil, visible == nil {
            throw ValidationError(
                "nothing to change: use --color, --label, --disable-touch or --no-visible")
        }
    }

    func run() throws {
        let (control, color, label) = (control, color, label)
        let (touch, visible) = (touch, visible)
        try panel.withPanel { client in
            let reply = try client.reply(to: "style") { writer in
                writer.member("control", control)
                if let color { writer.member("color", orNull: color) }
                if let label { writer.member("label", orNull: label) }
                if let touch { writer.member("enabled", touch) }
                if let visible { writer.member("visible", visible) }
            }
            var text = "\(control): \(reply["color"]?.string ?? "")"
            text += " '\(reply["label"]?.string ?? "")'"
            if reply["enabled"]?.boolean == false { text += ", fingers cannot move it" }
            if reply["visible"]?.boolean == false { text += ", hidden" }
            try panel.print(client, text)
        }
    }
}

extension JSONWriter {
    /// Writes a string member, or null for an empty text.
    fileprivate mutating func member(_ key: String, orNull text: String) {
        if text.isEmpty { member(key, RequestID?.none) } else { member(key, text) }
    }
}
