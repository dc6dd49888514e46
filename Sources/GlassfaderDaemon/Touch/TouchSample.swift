import Evdev

/// The state of one contact as it passes through the smoothing stages: a position at a time.
struct TouchSample {
    /// The number of the contact.
    var number: Int
    var slot: Int
    var phase: Contact.Phase
    var position: GlassPoint
    /// The kernel's time of the sample, on the monotonic clock. A stage may pass it on later.
    var time: Duration
}

extension Contact.Phase {
    /// Whether the contact has ended.
    var isLast: Bool {
        switch self {
        case .ended, .cancelled: true
        case .began, .moved: false
        }
    }
}
