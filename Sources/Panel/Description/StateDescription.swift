/// `[state]`: the values at start, and when they are saved.
package struct StateDescription: Equatable, Sendable {
    /// The values at start.
    package enum Start: Equatable, Sendable {
        /// The last values.
        case last
        /// The defaults of the panel file.
        case defaults
        /// The scene with this name.
        case scene(String)
    }

    /// `restore`: the values at start.
    package var start = Start.last
    /// `save_after_ms`: how long nothing must have changed before the state is saved.
    package var saveDelay = Duration.milliseconds(1000)
}
