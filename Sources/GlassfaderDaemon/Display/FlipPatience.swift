/// How long a card's answer to a flip is waited for, and what is done without one.
///
/// A flip's event can get lost: a driver's bug, a CRTC that was switched off behind our back. Nobody
/// waits for it for ever.
struct FlipPatience {
    /// What to do when an answer has not come.
    enum Remedy: Equatable {
        /// Set the mode again, whatever state the CRTC is in.
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

    /// How long an answer may take.
    var limit: Duration { max(refreshInterval * 5, .milliseconds(250)) }

    /// When to ask a kernel again that was busy.
    var retryInterval: Duration { refreshInterval / 4 }

    /// Notes that a flip was completed. That a mode was set is no such sign.
    mutating func flipped() {
        lost = 0
    }

    /// Notes that no answer came in time.
    mutating func noAnswer() -> Remedy {
        lost += 1
        guard lost >= 3 else { return .modeSet }
        lost = 0
        return .reopening
    }

    /// The kernel's time of a flip, or the present if that makes no sense: some drivers give none,
    /// or an old one for the first flip.
    func time(of flip: Duration?, asked: Duration, now: Duration) -> Duration {
        let plausible = (asked - refreshInterval)...max(asked, now + refreshInterval)
        guard let flip, plausible.contains(flip) else { return now }
        return flip
    }
}
