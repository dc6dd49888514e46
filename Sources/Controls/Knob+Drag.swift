/// The directions of a finger on a knob.
extension Knob {
    /// In which direction a finger moves to turn the knob.
    public enum Drag: String, Sendable, CaseIterable {
        /// Around the centre.
        case rotary
        /// Up increases.
        case vertical
        /// To the right increases.
        case horizontal
        /// Up or to the right increases.
        case linear
        /// Around the centre or `linear`: the first millimetres of each touch decide.
        case auto
    }
}
