/// What two quick taps do.
extension Control {
    /// What two quick taps on a control do.
    public enum DoubleTap: String, Sendable, CaseIterable {
        /// Nothing: a finger moves the control from where it lands.
        case none
        /// The control goes to its default when the second tap lifts. A finger must leave the
        /// window's `tapSlop` before it moves the control.
        case reset
        /// `primaryActionTriggered` is sent when the second tap lifts, and the value stays. A
        /// finger must leave the window's `tapSlop`, as with `reset`.
        case event
    }
}
