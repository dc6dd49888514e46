/// A request to perform an action of a control, as assistive software does.
package struct AccessibilityRequest: Equatable, Sendable {
    /// The control.
    package var control: String
    /// The action.
    package var action: Action
    /// The part to increment or decrement, such as `low`; `nil` for what `activate` has selected.
    package var part: String?

    /// What assistive software can do with a control.
    package enum Action: String, CaseIterable, Sendable {
        /// Moves the value up by a step, or by a tenth of the travel.
        case increment
        /// Moves the value down by a step, or by a tenth of the travel.
        case decrement
        /// Does what a tap does, without a confirmation. For a control with two values, it selects
        /// the next part to adjust.
        case activate
    }

    /// Creates a request.
    package init(control: String, action: Action, part: String? = nil) {
        self.control = control
        self.action = action
        self.part = part
    }

    init(_ fields: Fields) throws(RequestError) {
        control = try fields.requiredString("control")
        action = try fields.requiredChoice("action", of: Action.self)
        part = try fields.string("part")
        if part != nil, action == .activate {
            throw RequestError(
                .badRequest, "part: only increment and decrement have a part", field: "part")
        }
    }
}
