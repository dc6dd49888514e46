/// Colours at positions from 0 to 1, interpolated between them.
public struct Gradient: Hashable, Sendable {
    /// A colour and its position.
    public struct Stop: Hashable, Sendable {
        /// The colour.
        public var color: Color

        /// The position, 0 to 1.
        public var location: Double

        /// A colour at a position, 0 to 1.
        public init(_ color: Color, at location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// The colours, from 0 to 1.
    public var stops: [Stop]

    /// A gradient with these colours and positions.
    public init(stops: [Stop]) {
        self.stops = stops
    }

    /// A gradient with these colours at equal distances.
    public init(_ colors: [Color]) {
        let last = max(Double(colors.count - 1), 1)
        stops = colors.enumerated().map { Stop($1, at: Double($0) / last) }
    }
}
