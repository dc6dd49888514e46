/// Colours along a line, each at a place from 0 to 1, mixed in between.
public struct Gradient: Hashable, Sendable {
    /// A colour and its place.
    public struct Stop: Hashable, Sendable {
        /// The colour.
        public var color: Color

        /// The place, 0 to 1.
        public var location: Double

        /// A colour at a place, 0 to 1.
        public init(_ color: Color, at location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// The colours, from 0 to 1.
    public var stops: [Stop]

    /// Colours at places of their own.
    public init(stops: [Stop]) {
        self.stops = stops
    }

    /// Colours at even distances.
    public init(_ colors: [Color]) {
        let last = max(Double(colors.count - 1), 1)
        stops = colors.enumerated().map { Stop($1, at: Double($0) / last) }
    }
}
