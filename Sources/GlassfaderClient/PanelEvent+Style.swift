import PanelProtocol

extension PanelEvent {
    /// The present style of a control.
    public struct Style: Equatable, Sendable {
        /// The control's name.
        public var control: String
        /// `#rrggbb`.
        public var color: String
        /// The text on or beside it; may be empty.
        public var label: String
        /// The name of the icon on or beside it; `nil` for none.
        public var icon: String?
        /// Whether fingers may move it.
        public var isEnabled: Bool
        /// Whether it is visible.
        public var isVisible: Bool

        /// Reads a style; `nil` if a member is missing.
        init?(_ object: JSONObject) {
            guard let control = object["control"]?.string, let color = object["color"]?.string,
                let label = object["label"]?.string, let isEnabled = object["enabled"]?.boolean,
                let isVisible = object["visible"]?.boolean
            else { return nil }
            self.control = control
            self.color = color
            self.label = label
            icon = object["icon"]?.string
            self.isEnabled = isEnabled
            self.isVisible = isVisible
        }
    }

    /// The present style of a strip.
    public struct StripStyle: Equatable, Sendable {
        /// The strip's name.
        public var strip: String
        /// The colour behind the title, as `#rrggbb`; `nil` for none.
        public var color: String?
        /// The title; may be empty.
        public var label: String
        /// The name of the icon before the title; `nil` for none.
        public var icon: String?
        /// Whether it is visible.
        public var isVisible: Bool

        /// Reads a style; `nil` if a member is missing.
        init?(_ object: JSONObject) {
            guard let strip = object["strip"]?.string, let label = object["label"]?.string,
                let isVisible = object["visible"]?.boolean
            else { return nil }
            self.strip = strip
            color = object["color"]?.string
            self.label = label
            icon = object["icon"]?.string
            self.isVisible = isVisible
        }
    }
}
