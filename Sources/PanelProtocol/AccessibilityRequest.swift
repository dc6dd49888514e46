/// A request to perform an action of a control, as assistive software does.
package struct AccessibilityRequest: Equatable, Sendable {
    /// The control.
    package var control: String
    /// The action.
    package var action: Action

    /// What assistive software can do with a control.
    package enum Action: String, CaseIterable, Sendable {
        /// Moves the value up by a step, or by a tenth of the travel.
        case increment
        /// Moves the value down by a step, or by a tenth of the travel.
        case decrement
        /// Does what a tap does, without a confirmation.
        case activate
    }

    /// Creates a request.
    package init(control: String, action: Action) {
        self.control = control
        self.action = action
    }

    init(_ fields: Fields) throws(RequestError) {
        control = try fields.requiredString("control")
        guard let action = try fields.choice("action", of: Action.self) else {
            throw RequestError(
                .badRequest, "action: expected increment, decrement or activate", field: "action")
        }
        self.action = action
    }
}
