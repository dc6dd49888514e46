/// The result of a `set`.
package struct SetResult: Equatable, Sendable {
    /// The control.
    package var control: String
    /// The present value: stepped and clamped, or the old one.
    package var state: ControlState
    /// Why the value was not applied, such as `touched`; `nil` if it was.
    package var reason: String?

    /// Whether the value was applied.
    package var isApplied: Bool { reason == nil }

    /// The value at the end of a fade.
    package var target: ControlValue?

    /// Creates a result.
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
        state.effective?.write(to: &writer)
    }
}
