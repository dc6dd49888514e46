/// When frames are seen, and how long a display that does not wait must be waited for.
///
/// A display with vertical blanks sets the pace itself. A driver without them (virtio-gpu, bochs,
/// udl, most tiny panels) completes a flip at once, and its frames are held to the grid of a
/// display that would refresh as the mode says.
struct FrameClock {
    /// The time from one vertical blank to the next, as the mode says.
    let refreshInterval: Duration

    /// When the last frame was seen: for a flip that came too early, when it should have been.
    private(set) var lastPresentation: Duration?

    /// Whether the last frame was seen at a vertical blank, so that the next ones are known.
    private(set) var isSynchronized = false

    /// The time from one vertical blank to the next, as it was measured.
    private var period: Duration

    /// A clock that has seen no frame. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "a display refreshes in no time")
        self.refreshInterval = refreshInterval
        period = refreshInterval
    }

    /// When a frame that is begun now will be seen at the earliest.
    func nextPresentation(after now: Duration) -> Duration {
        guard let last = lastPresentation else { return now + period }
        guard now > last else { return last + period }
        let passed = (now - last).attoseconds / period.attoseconds
        return last + Duration(attoseconds: (passed + 1) * period.attoseconds)
    }

    /// The next vertical blank, if frames are being shown: the last one was seen less than two
    /// refreshes ago. `nil` on a display that has none, and when nothing has moved for longer.
    func verticalBlank(after now: Duration) -> Duration? {
        guard isSynchronized, let last = lastPresentation, now - last < period * 2 else {
            return nil
        }
        return nextPresentation(after: now)
    }

    /// Notes when a frame was shown. Returns the time before which the next one may not be begun,
    /// if the display showed this one too early: sooner than it refreshes.
    ///
    /// - Parameter isVerticalBlank: whether the display waited for a vertical blank, whose time
    ///   this is.
    mutating func presented(at time: Duration, isVerticalBlank: Bool = false) -> Duration? {
        let last = lastPresentation
        if isVerticalBlank {
            if let last, isSynchronized { measure(time - last) }
            isSynchronized = true
            lastPresentation = time
            // The setting of a mode, before it, may have been at any time; and a driver may tell
            // of vertical blanks that it does not wait for.
            guard let last, time - last < refreshInterval / 2 else { return nil }
            return min(last, time) + refreshInterval
        }
        isSynchronized = false
        guard let last, time - last < earliest else {
            lastPresentation = time
            return nil
        }
        // From the last frame and not from this one, so that the rate is exact and no delay of a
        // timer adds up; but a time stamp that makes no sense may not hold the picture up.
        let due = min(last + refreshInterval, time + refreshInterval)
        lastPresentation = due
        return due
    }

    /// Less than the interval: no panel's crystal agrees with the mode to the last digit, and the
    /// times of a flip are as exact as the driver cares to make them.
    private var earliest: Duration { refreshInterval * 3 / 4 }

    /// Learns from two frames at neighbouring vertical blanks how fast the display really is: it
    /// may have no clock for the very rate of its mode.
    private mutating func measure(_ interval: Duration) {
        let difference = interval - refreshInterval
        guard max(difference, .zero - difference) < refreshInterval / 16 else { return }
        period += (interval - period) / 8
    }
}
