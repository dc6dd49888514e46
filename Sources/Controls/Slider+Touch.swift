/// The choices that a slider has.
extension Slider {
    /// What touching and dragging mean.
    public enum TouchMode: String, Sendable, CaseIterable {
        /// Touching changes nothing; the value moves by what the finger moves.
        case relative
        /// The thumb goes to the finger.
        case absolute
        /// `relative`, with a `touchZone` of `handle` whatever that says.
        case handle
    }

    /// Where a finger must land to count.
    public enum TouchZone: String, Sendable, CaseIterable {
        /// Anywhere on the control.
        case all
        /// On the thumb.
        case handle
        /// On the track or the thumb, and not on the scale beside them.
        case gauge
    }

    /// Where an inlay lies.
    public enum InlayPlacement: String, Sendable, CaseIterable {
        /// In the track, over what shows the value.
        case inside
        /// Beside the scale, at the trailing edge.
        case beside
    }
}
