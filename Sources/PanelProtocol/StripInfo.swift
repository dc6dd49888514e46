/// A strip in the reply to `list`: a name and a colour above controls.
package struct StripInfo: Equatable, Sendable {
    /// The first part of its controls' names: `ch1`.
    package var strip: String
    /// The properties of the strip that clients can change.
    package var style: StripStyle
    /// Its place among the panel's strips, from 0.
    package var order: Int
    /// The IDs of the pages that show it.
    package var pages: [String]
    /// The names of its controls on all pages.
    package var controls: [String]
    /// Its addresses in other programs, by the name of the bridge.
    package var bind: [ControlInfo.Setting]

    /// Describes a strip.
    package init(
        strip: String, style: StripStyle, order: Int, pages: [String], controls: [String],
        bind: [ControlInfo.Setting] = []
    ) {
        self.strip = strip
        self.style = style
        self.order = order
        self.pages = pages
        self.controls = controls
        self.bind = bind
    }

    func write(to writer: inout JSONWriter) {
        writer.member("strip", strip)
        style.write(to: &writer)
        writer.member("order", order)
        writer.member("pages", pages)
        writer.member("controls", controls)
        ControlInfo.Setting.write(bind, to: &writer)
    }
}

/// The properties of a strip that clients can change.
package struct StripStyle: Equatable, Sendable {
    /// The colour behind the title, as `#rrggbb`; `nil` for none.
    package var color: String?
    /// The title; may be empty.
    package var label: String
    /// The name of the icon before the title; `nil` for none.
    package var icon: String?
    /// Whether it is visible.
    package var isVisible: Bool

    /// Creates a style.
    package init(color: String?, label: String, icon: String? = nil, isVisible: Bool = true) {
        self.color = color
        self.label = label
        self.icon = icon
        self.isVisible = isVisible
    }

    func write(to writer: inout JSONWriter) {
        if let color { writer.member("color", color) }
        writer.member("label", label)
        if let icon { writer.member("icon", icon) }
        writer.member("visible", isVisible)
    }
}
