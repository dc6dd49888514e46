/// The events that a control sends.
extension Control {
    /// What happened on a control.
    public struct Event: OptionSet, Hashable, Sendable {
        /// One bit for each event.
        public let rawValue: UInt

        /// A set with these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger landed on the control and owns it.
        public static let touchDown = Event(rawValue: 1)
        /// The owner lifted inside the control's bounds.
        public static let touchUpInside = Event(rawValue: 2)
        /// The owner lifted outside the control's bounds.
        public static let touchUpOutside = Event(rawValue: 4)
        /// The owner was cancelled. The value stays.
        public static let touchCancel = Event(rawValue: 8)
        /// The finger changed the value.
        public static let valueChanged = Event(rawValue: 16)
        /// Tracking began: a finger may change the value from now on.
        public static let editingDidBegin = Event(rawValue: 32)
        /// Tracking ended, by a lift or a cancellation.
        public static let editingDidEnd = Event(rawValue: 64)
        /// The owner moved inside the control's bounds.
        public static let touchDragInside = Event(rawValue: 128)
        /// The owner moved outside the control's bounds.
        public static let touchDragOutside = Event(rawValue: 256)
        /// The owner came back into the control's bounds.
        public static let touchDragEnter = Event(rawValue: 512)
        /// The owner left the control's bounds.
        public static let touchDragExit = Event(rawValue: 1024)
        /// The control's main action was performed, such as a tap on a button.
        public static let primaryActionTriggered = Event(rawValue: 8192)
        /// The owner lifted, inside or outside.
        public static let touchUp: Event = [.touchUpInside, .touchUpOutside]
        /// Everything that an owner does.
        public static let allTouchEvents: Event = [
            .touchDown, .touchUpInside, .touchUpOutside, .touchCancel, .touchDragInside,
            .touchDragOutside, .touchDragEnter, .touchDragExit,
        ]
        /// Tracking began or ended.
        public static let allEditingEvents: Event = [.editingDidBegin, .editingDidEnd]
        /// The bits that subclasses and programs may use for events of their own. The toolkit sends
        /// none of them.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        /// All events, those of subclasses too.
        public static let allEvents = Event(rawValue: .max)
    }
}
