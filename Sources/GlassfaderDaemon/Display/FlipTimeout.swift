/// How long to wait for the completion of a flip, and how to recover without one.
///
/// The event can get lost by a bug of the driver, or when another program has switched the CRTC
/// off.
struct FlipTimeout {
    /// How to recover when no event has arrived in time.
    enum Recovery: Equatable {
        /// Set the mode again, whatever the state of the CRTC.
        case modeSet
        /// Close the card and open it again.
        case reopening
    }

    /// The time from one vertical blank to the next.
    let refreshInterval: Duration

    private var lost = 0

    init(refreshInterval: Duration) {
        self.refreshInterval = refreshInterval
    }

    /// How long to wait for a flip's event.
    var limit: Duration { max(refreshInterval * 5, .milliseconds(250)) }

    /// When to submit again after the kernel reported EBUSY.
    var retryInterval: Duration { refreshInterval / 4 }

    /// Notes a completed flip. Do not call it for a completed modeset, which proves nothing about
    /// flips.
    mutating func flipped() {
        lost = 0
    }

    /// Notes that no event came in time. Every third time in a row, the card must be reopened.
    mutating func expired() -> Recovery {
        lost += 1
        guard lost >= 3 else { return .modeSet }
        lost = 0
        return .reopening
    }

    /// The kernel's time of a flip, or `now` if that time is implausible: some drivers report none,
    /// or an old one for the first flip.
    func time(of flip: Duration?, submitted: Duration, now: Duration) -> Duration {
        let plausible = (submitted - refreshInterval)...max(submitted, now + refreshInterval)
        guard let flip, plausible.contains(flip) else { return now }
        return flip
    }
}
