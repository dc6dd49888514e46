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

    /// Where the value will be in the end, if it fades.
    package var target: ControlValue?

    /// Describes an outcome.
    package init(
        control: String, state: ControlState, reason: String? = nil, target: ControlValue? = nil
    ) {
        self.control = control
        self.state = state
        self.reason = reason
        self.target = target
    }

    func write(to writer: inout JSONWriter) {
        writer.member("control", control)
        writer.member("applied", isApplied)
        if let reason { writer.member("reason", reason) }
        writer.member("value", state.value)
        if let target { writer.member("target", target) }
    }
}
