/// When frames are seen, and how long a display that does not wait must be waited for.
///
/// A display with vertical blanks sets the pace itself. A driver without them (virtio-gpu, bochs,
/// udl, most tiny panels) completes a flip at once, and its frames are held to the grid of a
/// display that would refresh as the mode says, but no faster than 60 times a second: there is
/// nobody who could see that.
struct FrameClock {
    /// The time from one vertical blank to the next, as the mode says.
    let refreshInterval: Duration

    /// When the last frame was seen.
    private(set) var lastPresentation: Duration?

    /// Whether the last frame was seen at a vertical blank, so that the next ones are known.
    private(set) var isSynchronized = false

    /// The time from one vertical blank to the next, as it was measured.
    private var period: Duration

    /// When the next frame may be begun on a display that does not wait.
    private var nextBeginning: Duration?

    private static let shortestInterval = Duration.nanoseconds(16_666_667)

    /// A clock that has seen no frame. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "a display refreshes in no time")
        self.refreshInterval = refreshInterval
        period = refreshInterval
    }

    /// Notes that a frame is begun. Returns when it will be seen at the earliest.
    mutating func begin(at now: Duration) -> Duration {
        let interval = isSynchronized ? refreshInterval : intervalWithoutBlanks
        var next = now + interval
        // From when this one should have begun, so that the rate is exact and no delay of a timer
        // adds up.
        if let due = nextBeginning, now - due < interval * 3 / 4 {
            next = min(next, due + interval)
        }
        nextBeginning = next
        return isSynchronized ? nextPresentation(after: now) : next
    }

    /// The first vertical blank after a time.
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
    mutating func presented(at time: Duration, isVerticalBlank: Bool) -> Duration? {
        let last = lastPresentation
        if isVerticalBlank, isSynchronized, let last { measure(time - last) }
        isSynchronized = isVerticalBlank
        lastPresentation = time
        // A driver may tell of vertical blanks that it does not wait for.
        if isVerticalBlank, last.map({ time - $0 >= refreshInterval / 2 }) ?? true { return nil }
        return nextBeginning
    }

    private var intervalWithoutBlanks: Duration { max(refreshInterval, Self.shortestInterval) }

    /// Learns from two frames at neighbouring vertical blanks how fast the display really is: it
    /// may have no clock for the very rate of its mode.
    private mutating func measure(_ interval: Duration) {
        let difference = interval - refreshInterval
        guard max(difference, .zero - difference) < refreshInterval / 16 else { return }
        period += (interval - period) / 8
    }
}
