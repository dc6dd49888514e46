/// `[state]`: what the panel begins with, and when it is saved.
package struct StateDescription: Equatable, Sendable {
    /// What the values are at start.
    package enum Start: Equatable, Sendable {
        /// What they were last.
        case last
        /// What the panel file says.
        case defaults
        /// What a scene of this name says.
        case scene(String)
    }

    /// `restore`: what the values are at start.
    package var start = Start.last
    /// `save_after_ms`: how long nothing must have changed before it is saved.
    package var saveDelay = Duration.milliseconds(2000)
}
