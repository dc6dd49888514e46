/// The axes of a pad.
extension XYPad {
    /// Some of the pad's two axes.
    public struct Axes: OptionSet, Hashable, Sendable {
        /// One bit for each axis.
        public let rawValue: UInt8

        /// A set with these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// To the right.
        public static let x = Axes(rawValue: 1)
        /// Upwards.
        public static let y = Axes(rawValue: 2)
        /// Both.
        public static let both: Axes = [.x, .y]
    }
}
