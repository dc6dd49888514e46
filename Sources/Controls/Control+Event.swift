/// What a control tells its targets.
extension Control {
    /// What a control tells its targets.
    public struct Event: OptionSet, Hashable, Sendable {
        /// One bit for each of the events.
        public let rawValue: UInt

        /// The events that these bits stand for.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger landed on the control and owns it.
        public static let touchDown = Event(rawValue: 1)
        /// The owner lifted inside the control's bounds.
        public static let touchUpInside = Event(rawValue: 2)
        /// The owner lifted outside the control's bounds.
        public static let touchUpOutside = Event(rawValue: 4)
        /// The owner was taken away; the value stays.
        public static let touchCancel = Event(rawValue: 8)
        /// The finger changed the value.
        public static let valueChanged = Event(rawValue: 16)
        /// Tracking began: a finger may change the value from now on.
        public static let editingDidBegin = Event(rawValue: 32)
        /// Tracking is over, by lifting or cancelling.
        public static let editingDidEnd = Event(rawValue: 64)
        /// The owner moved inside the control's bounds.
        public static let touchDragInside = Event(rawValue: 128)
        /// The owner moved outside the control's bounds.
        public static let touchDragOutside = Event(rawValue: 256)
        /// The owner came back into the control's bounds.
        public static let touchDragEnter = Event(rawValue: 512)
        /// The owner left the control's bounds.
        public static let touchDragExit = Event(rawValue: 1024)
        /// The control did what it is there for, as a button that was tapped.
        public static let primaryActionTriggered = Event(rawValue: 8192)
        /// A finger owned the control and does no more.
        public static let touchUp: Event = [.touchUpInside, .touchUpOutside]
        /// Whatever the owner does.
        public static let allTouchEvents: Event = [
            .touchDown, .touchUpInside, .touchUpOutside, .touchCancel, .touchDragInside,
            .touchDragOutside, .touchDragEnter, .touchDragExit,
        ]
        /// Tracking began or is over.
        public static let allEditingEvents: Event = [.editingDidBegin, .editingDidEnd]
        /// Everything, those of subclasses too.
        public static let allEvents = Event(rawValue: .max)
    }
}
