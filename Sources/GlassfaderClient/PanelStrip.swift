package import PanelProtocol

/// A strip in the reply to `list`: a title above controls.
public struct PanelStrip: Equatable, Sendable {
    /// The strip's name, with which the names of its controls begin: `ch1`.
    public var name: String
    /// The title; may be empty.
    public var label: String
    /// The name of the icon before the title; `nil` for none.
    public var icon: String?
    /// The colour behind the title, as `#rrggbb`; `nil` for none.
    public var color: String?
    /// Whether it is visible.
    public var isVisible: Bool
    /// The IDs of the pages that show it.
    public var pages: [String]
    /// The names of its controls on all pages.
    public var controls: [String]
    /// The addresses of its name, colour and meters in other programs, by the name of the bridge.
    public var bind: [String: String]

    /// Reads a strip in a reply to `list`; `nil` if a member is missing.
    init?(_ object: JSONObject) {
        guard let style = PanelEvent.StripStyle(object), let pages = object["pages"]?.array,
            let controls = object["controls"]?.array
        else { return nil }
        name = style.strip
        label = style.label
        color = style.color
        icon = style.icon
        isVisible = style.isVisible
        self.pages = pages.compactMap(\.string)
        self.controls = controls.compactMap(\.string)
        bind = object.bind
    }

    /// The strips in a reply to `list`, from left to right; empty if the daemon has no strips.
    package static func list(_ reply: JSONObject) -> [PanelStrip] {
        reply["strips"]?.array?.compactMap { $0.object.flatMap(PanelStrip.init) } ?? []
    }

    /// Takes a new style, if it is this strip's.
    package mutating func update(_ style: PanelEvent.StripStyle) {
        guard style.strip == name else { return }
        (label, color) = (style.label, style.color)
        (icon, isVisible) = (style.icon, style.isVisible)
    }
}
