import Evdev

/// News of one contact while it passes the stages that smooth: a place on the glass at a time.
struct TouchSample {
    /// The number of the contact.
    var number: Int
    var slot: Int
    var phase: Contact.Phase
    var place: Place
    /// When the kernel saw it, on the monotonic clock; a stage may pass it on later.
    var time: Duration

    var isOver: Bool { phase == .ended || phase == .cancelled }
}
