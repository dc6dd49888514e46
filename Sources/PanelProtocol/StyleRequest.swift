/// The request to give a control another look while the panel runs.
package struct StyleRequest: Equatable, Sendable {
    /// A property that is set, or put back to what the panel file says.
    package enum Setting: Equatable, Sendable {
        /// It is not mentioned.
        case kept
        /// It is `null`: as the panel file has it.
        case standard
        /// It is another.
        case other(String)
    }

    /// The control.
    package var control: String
    /// `#rrggbb`, or the name of a colour of the theme.
    package var color = Setting.kept
    /// What a person sees on or beside it.
    package var label = Setting.kept
    /// Whether fingers may move it; nil leaves that as it is.
    package var isEnabled: Bool?
    /// Whether it is seen; nil leaves that as it is.
    package var isVisible: Bool?

    /// Asks for no change yet.
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
                .badRequest, "at least one of color, label, enabled and visible is wanted",
                field: "color")
        }
        if case .other(let text) = label, text.utf8.count > 256 {
            throw RequestError(.badRequest, "label: at most 256 bytes are wanted", field: "label")
        }
    }
}
