/// When frames are seen, and how long a display that does not wait must be waited for.
///
/// A display with vertical blanks sets the pace itself. A driver without them (virtio-gpu, bochs,
/// udl, most tiny panels) completes a flip at once, and its frames are held to the grid of a
/// display that would refresh as the mode says.
struct FrameClock {
    /// The time from one vertical blank to the next.
    let refreshInterval: Duration

    /// When the last frame was seen: for a flip that came too early, when it should have been.
    private(set) var lastPresentation: Duration?

    /// A clock that has seen no frame. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "a display refreshes in no time")
        self.refreshInterval = refreshInterval
    }

    /// When a frame that is begun now will be seen at the earliest.
    func nextPresentation(after now: Duration) -> Duration {
        guard let last = lastPresentation else { return now + refreshInterval }
        guard now > last else { return last + refreshInterval }
        let passed = (now - last).attoseconds / refreshInterval.attoseconds
        return last + Duration(attoseconds: (passed + 1) * refreshInterval.attoseconds)
    }

    /// Notes when a frame was shown. Returns the time before which the next one may not be begun,
    /// if the display showed this one too early: sooner than it refreshes.
    mutating func presented(at time: Duration) -> Duration? {
        guard let last = lastPresentation, time - last < earliest else {
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
}
