/// What became of a `set`.
package struct SetResult: Equatable, Sendable {
    /// The control.
    package var control: String
    /// The value as it is now: stepped and clamped, or the old one.
    package var state: ControlState
    /// Why the value was not applied, such as `touched`; nil if it was.
    package var reason: String?

    /// Whether the control has taken the value.
    package var isApplied: Bool { reason == nil }

    /// Describes an outcome.
    package init(control: String, state: ControlState, reason: String? = nil) {
        self.control = control
        self.state = state
        self.reason = reason
    }
}
