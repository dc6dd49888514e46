/// The options of a range slider.
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

    /// What happens to a thumb that a finger drags against the other.
    public enum Crossing: String, Sendable, CaseIterable {
        /// It stops there.
        case stop
        /// It pushes the other, unless another finger holds that.
        case push
    }
}
