/// The choices that a range slider has.
extension RangeSlider {
    /// What a finger moves.
    public enum Part: Sendable {
        /// The thumb of the lower end.
        case lower
        /// The thumb of the upper end.
        case upper
        /// The range as a whole.
        case both
    }

    /// What a thumb does that a finger drags against the other.
    public enum Crossing: String, Sendable, CaseIterable {
        /// It stops there.
        case stop
        /// It takes the other along, unless another finger holds that.
        case push
    }
}
