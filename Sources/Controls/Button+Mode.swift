/// What a finger does to a button.
extension Button {
    /// What a finger does.
    public enum Mode: String, Sendable, CaseIterable {
        /// On while a finger is down; taking the finger away switches it off, too.
        case momentary
        /// The other state each time a finger lands.
        case latching
        /// `primaryActionTriggered` when a finger lifts inside. The state is the program's alone.
        case tap
    }

    /// What a finger must do before the button acts, where a mistake would be dear.
    public enum Confirmation: Hashable, Sendable {
        /// Nothing more.
        case none
        /// Stay, while the lamp fills up; the button acts when it is full.
        case hold(for: Duration = .milliseconds(800))
        /// Tap twice; the button acts when the second tap lifts. A momentary one goes on and off.
        case doubleTap
    }
}
