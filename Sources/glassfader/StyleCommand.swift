import ArgumentParser
import GlassfaderClient
import Panel
import PanelProtocol

/// Changes the style of controls and strips.
struct StyleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "style",
        abstract: "Change the colour, label or icon of controls and strips, or hide them.",
        discussion: """
            A strip's colour is behind its label. The panel keeps the style until --reset; an \
            empty text, as in --label '', restores one setting of the panel file.
            """)

    @OptionGroup var panel: ClientOptions

    @Option(parsing: .unconditional, help: "#rrggbb, or the name of a colour in the theme.")
    var color: String?

    @Option(parsing: .unconditional, help: "The text on or beside it.")
    var label: String?

    @Option(help: "The name of an icon, or none.", completion: .list(TextStyle.icons))
    var icon: String?

    @Flag(
        inversion: .prefixedEnableDisable, exclusivity: .exclusive,
        help: "Whether fingers can move it.")
    var touch: Bool?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether it is visible.")
    var visible: Bool?

    @Flag(help: "Restore all settings of the panel file first.")
    var reset = false

    @Argument(
        help: """
            The name of a control, such as ch1.level, or of a strip, such as ch1; * and ? match \
            others, and skip those that cannot have the style.
            """, completion: .controlsAndStrips)
    var name: String

    func validate() throws {
        if color == nil, label == nil, icon == nil, touch == nil, visible == nil, !reset {
            throw ValidationError(
                "nothing to change: use --color, --label, --icon, --disable-touch, --no-visible or --reset"
            )
        }
    }

    func run() throws {
        try panel.withPanel { client in
            guard Glob.isPattern(name) else { return try change(name, client) }
            var first: PanelClientError?
            var hasChanged = false
            for name in try names(client) {
                do {
                    try change(name, client)
                    hasChanged = true
                } catch let error as PanelClientError where error.isUnsuitable {
                    // A pattern skips what cannot have the style, such as a node of a curve.
                    first = first ?? error
                }
            }
            if let first, !hasChanged { throw first }
        }
    }

    private var isStrip: Bool { !name.contains(".") }

    /// The names that match.
    private func names(_ client: PanelClient) throws -> [String] {
        let pattern = name
        let list = try client.reply(to: "list") { $0.member("match", pattern) }
        let all = isStrip ? PanelStrip.list(list).map(\.name) : PanelControl.list(list).map(\.name)
        let names = all.filter(Glob(name).matches)
        if names.isEmpty {
            ToolOutput.error(
                TerminalText.escaped("no \(isStrip ? "strip" : "control") matches \(name)"))
            throw ExitCode(1)
        }
        return names
    }

    private func change(_ name: String, _ client: PanelClient) throws {
        let (color, label, touch, visible) = (color, label, touch, visible)
        let icon = icon
        let (reset, key) = (reset, isStrip ? "strip" : "control")
        let reply = try client.reply(to: "style") { writer in
            writer.member(.text(key), name)
            if reset { writer.member("reset", true) }
            if let color { writer.member("color", orNull: color) }
            if let label { writer.member("label", orNull: label) }
            if let icon { writer.member("icon", orNull: icon) }
            if let touch { writer.member("enabled", touch) }
            if let visible { writer.member("visible", visible) }
        }
        var text = "\(name): "
        if let color = reply["color"]?.string { text += color + " " }
        text += "'\(reply["label"]?.string ?? "")'"
        if let icon = reply["icon"]?.string { text += ", icon \(icon)" }
        if reply["enabled"]?.boolean == false { text += ", fingers cannot move it" }
        if reply["visible"]?.boolean == false { text += ", hidden" }
        try panel.print(client, text)
    }
}

extension JSONWriter {
    /// Writes a string member, or null for an empty text.
    fileprivate mutating func member(_ key: JSONKey, orNull text: String) {
        if text.isEmpty { member(key, RequestID?.none) } else { member(key, text) }
    }
}

extension PanelClientError {
    /// Whether the control or strip cannot have this setting, while others can.
    fileprivate var isUnsuitable: Bool {
        if case .rejected("bad-request", _, _) = self { true } else { false }
    }
}
