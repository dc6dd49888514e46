extension ValueChanged {
    /// Why a gesture was cancelled, or a value was set late. A control that follows another has the
    /// other's reason, if it has none of its own.
    package enum Reason: String, Sendable {
        /// What was touched was hidden or moved.
        case page
        /// Another panel file is in effect.
        case reload
        /// The panel was locked. Or touches began or ceased to have effects.
        case lock
        /// The contact was a palm.
        case palm
        /// The program is stopping.
        case shutdown
        /// The machine was suspended.
        case suspend
        /// The touchscreen is gone or has failed, or its settings or its screen have changed.
        case deviceLost = "device-lost"
        /// The control was disabled.
        case disabled
        /// A finger has taken a control that faded, that a client held, or that followed another.
        case touch
        /// A control that faded was set.
        case set
        /// The client that held the control has disconnected.
        case clientLost = "client-lost"
        /// The control does not follow the other one any more.
        case unlinked
        /// The value was set late, because a finger held the control.
        case deferred
    }
}
