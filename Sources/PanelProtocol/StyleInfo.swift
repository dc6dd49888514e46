/// The properties of a control's style that clients can change.
package struct StyleInfo: Equatable, Sendable {
    /// `#rrggbb`.
    package var color: String
    /// The text on or beside it; may be empty.
    package var label: String
    /// The name of the icon; `nil` for none.
    package var icon: String?
    /// Whether fingers may move it.
    package var isEnabled: Bool
    /// Whether it is visible.
    package var isVisible: Bool

    /// Creates a style.
    package init(
        color: String, label: String, icon: String? = nil, isEnabled: Bool, isVisible: Bool
    ) {
        self.color = color
        self.label = label
        self.icon = icon
        self.isEnabled = isEnabled
        self.isVisible = isVisible
    }

    func write(to writer: inout JSONWriter) {
        writer.member("color", color)
        writer.member("label", label)
        if let icon { writer.member("icon", icon) }
        writer.member("enabled", isEnabled)
        writer.member("visible", isVisible)
    }
}
