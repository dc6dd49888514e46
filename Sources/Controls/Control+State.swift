/// The states that a control's appearance shows.
extension Control {
    /// What a control's appearance shows, apart from its value.
    public struct State: OptionSet, Hashable, Sendable {
        /// One bit for each state.
        public let rawValue: UInt

        /// A set with these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// None of the other states.
        public static let normal: State = []
        /// Held by a finger.
        public static let highlighted = State(rawValue: 1)
        /// Cannot be touched.
        public static let disabled = State(rawValue: 2)
        /// Chosen among others, or switched on.
        public static let selected = State(rawValue: 4)
    }

    /// The states that apply now.
    public var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Whether fingers and assistive software can change the control.
    var isUsable: Bool { isEnabled && !isDisplay }
}
