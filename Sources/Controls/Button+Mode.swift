/// What a touch does to a button.
extension Button {
    /// What a touch does.
    public enum Mode: String, Sendable, CaseIterable {
        /// On while a finger is down. Cancelling the touch switches it off as well.
        case momentary
        /// Toggles each time a finger lands.
        case latching
        /// Sends `primaryActionTriggered` when a finger lifts inside. Only the program changes the
        /// state.
        case tap
    }

    /// What a finger must do before the button acts, to prevent mistakes.
    public enum Confirmation: Hashable, Sendable {
        /// Nothing more.
        case none
        /// Hold while the lamp fills up. The button acts when it is full.
        case hold(for: Duration = .milliseconds(800))
        /// Tap twice. The button acts when the second tap lifts; a momentary one goes on and off.
        case doubleTap
    }
}
