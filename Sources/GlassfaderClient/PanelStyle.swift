import PanelProtocol

/// A change of how a control or a strip looks. What is `nil` stays as it is.
public struct PanelStyle: Equatable, Sendable {
    /// The text on or beside it; may be empty.
    public var label: String?
    /// `#rrggbb`, or the name of a colour of the theme.
    public var color: String?
    /// The name of an icon, or `none`.
    public var icon: String?
    /// Whether fingers may move it; for controls.
    public var isEnabled: Bool?
    /// Whether it is visible.
    public var isVisible: Bool?
    /// Whether everything else is reset to the panel file's settings.
    public var resets: Bool

    /// A change of some properties.
    public init(
        label: String? = nil, color: String? = nil, icon: String? = nil, isEnabled: Bool? = nil,
        isVisible: Bool? = nil, resets: Bool = false
    ) {
        self.label = label
        self.color = color
        self.icon = icon
        self.isEnabled = isEnabled
        self.isVisible = isVisible
        self.resets = resets
    }

    func write(to writer: inout JSONWriter) {
        if resets { writer.member("reset", true) }
        if let label { writer.member("label", label) }
        if let color { writer.member("color", color) }
        if let icon { writer.member("icon", icon) }
        if let isEnabled { writer.member("enabled", isEnabled) }
        if let isVisible { writer.member("visible", isVisible) }
    }
}
