extension Meter {
    /// The appearance of the bars.
    public enum Style: String, Sendable, CaseIterable {
        /// An even column.
        case continuous
        /// A row of lamps.
        case segmented
    }

    /// Where the bars begin.
    public enum Direction: Sendable {
        /// At the lowest level, as for the level of a signal.
        case up
        /// At 0 dB, as for gain reduction: at the top, or at the right of a horizontal meter.
        case down
    }
}
