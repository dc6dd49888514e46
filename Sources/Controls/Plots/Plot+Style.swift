extension Plot {
    /// How the points are drawn.
    public enum Style: String, Sendable, CaseIterable {
        /// A line through the points.
        case line
        /// A line through the highest points, with a filled area below.
        case filled
        /// A bar for each point.
        case bars
        /// The magnitude of the points, upwards and downwards from the middle.
        case waveform
    }
}
