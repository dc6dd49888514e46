/// What a control looks like.
extension Control {
    /// What a control looks like, beside its value.
    public struct State: OptionSet, Hashable, Sendable {
        /// One bit for each of the looks.
        public let rawValue: UInt

        /// The looks that these bits stand for.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// None of the others.
        public static let normal: State = []
        /// Held by a finger.
        public static let highlighted = State(rawValue: 1)
        /// Not to be touched.
        public static let disabled = State(rawValue: 2)
        /// Chosen among others, or switched on.
        public static let selected = State(rawValue: 4)
    }
}
