import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Gives a control another look.
struct StyleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "style", abstract: "Give a control another colour or label, or hide it.",
        discussion: "An empty text, as in --label '', puts back what the panel file says.")

    @OptionGroup var panel: PanelOptions

    @Option(help: "#rrggbb, or the name of a colour of the theme.")
    var color: String?

    @Option(help: "The text on or beside it.")
    var label: String?

    @Flag(
        inversion: .prefixedEnableDisable, help: "Whether fingers may move it.")
    var touch: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether it is seen.")
    var visible: Bool?

    @Argument(help: "The control, as list names it.", completion: .controls)
    var control: String

    func validate() throws {
        if color == nil, label == nil, touch == nil, visible == nil {
            throw ValidationError(
                "nothing to change: --color, --label, --disable-touch or --no-visible is wanted")
        }
    }

    func run() throws {
        let (control, color, label) = (control, color, label)
        let (touch, visible) = (touch, visible)
        try panel.withPanel { client in
            let reply = try client.answer(to: "style") { writer in
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
    /// Writes a member that is a string, or null where that is empty.
    fileprivate mutating func member(_ key: String, orNull text: String) {
        if text.isEmpty { member(key, RequestID?.none) } else { member(key, text) }
    }
}
