/// The ways of a finger on a knob.
extension Knob {
    /// Which way a finger goes to move the knob.
    public enum Drag: String, Sendable, CaseIterable {
        /// Around the centre.
        case rotary
        /// Up for more.
        case vertical
        /// To the right for more.
        case horizontal
        /// Up or to the right for more.
        case linear
        /// Around the centre or `linear`, as the first millimetres of each touch decide.
        case auto
    }
}
