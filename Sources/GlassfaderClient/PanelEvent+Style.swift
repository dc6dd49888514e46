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
            self.isEnabled = isEnabled
            self.isVisible = isVisible
        }
    }
}
