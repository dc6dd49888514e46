/// A request to change the style of a control while the panel runs.
package struct StyleRequest: Equatable, Sendable {
    /// A property that is set, or reset to the panel file's setting.
    package enum Setting: Equatable, Sendable {
        /// It is not in the request.
        case kept
        /// It is `null`: reset to the panel file's setting.
        case standard
        /// It has a new value.
        case other(String)
    }

    /// The control.
    package var control: String
    /// `#rrggbb`, or the name of a colour of the theme.
    package var color = Setting.kept
    /// The text on or beside it.
    package var label = Setting.kept
    /// Whether fingers may move it; `nil` for no change.
    package var isEnabled: Bool?
    /// Whether it is visible; `nil` for no change.
    package var isVisible: Bool?

    /// Creates a request without changes.
    package init(control: String) {
        self.control = control
    }

    init(_ fields: Fields) throws(RequestError) {
        control = try fields.requiredString("control")
        color = try fields.setting("color")
        label = try fields.setting("label")
        if case .other(let text) = label, let problem = Limit.label.problem(with: text.utf8.count) {
            throw RequestError(.badRequest, "label: \(problem)", field: "label")
        }
        isEnabled = try fields.boolean("enabled")
        isVisible = try fields.boolean("visible")
        guard color != .kept || label != .kept || isEnabled != nil || isVisible != nil else {
            throw RequestError(
                .badRequest, "expected at least one of color, label, enabled and visible",
                field: "color")
        }
    }
}
