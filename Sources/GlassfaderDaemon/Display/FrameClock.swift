/// Predicts when frames become visible, and paces displays that do not wait for vertical blanks.
///
/// A display with vertical blanks sets the pace itself. Drivers without them (virtio-gpu, bochs,
/// udl, most tiny panels) complete a flip at once. Their frames keep to the grid of the mode's
/// refresh rate, but at most 60 a second.
struct FrameClock {
    /// The time from one vertical blank to the next, by the mode.
    let refreshInterval: Duration

    /// When the last frame became visible.
    private(set) var lastPresentation: Duration?

    /// Whether the last frame became visible at a vertical blank, so that the next blanks are
    /// known.
    private(set) var isSynchronized = false

    /// The measured time from one vertical blank to the next.
    private var period: Duration

    /// The earliest time to begin the next frame on a display without vertical blanks.
    private var nextBeginning: Duration?

    /// 60 frames a second: for displays of unknown rate, and the most without vertical blanks.
    static let standardInterval = Duration.nanoseconds(16_666_667)

    /// Makes a clock without frames. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "the refresh interval must be positive")
        self.refreshInterval = refreshInterval
        period = refreshInterval
    }

    /// Notes that a frame begins. Returns the earliest time at which it becomes visible.
    mutating func begin(at now: Duration) -> Duration {
        let interval = isSynchronized ? refreshInterval : intervalWithoutBlanks
        var next = now + interval
        // Counts from the time when this frame was due. So the rate is exact, and delays of timers
        // do not add up.
        if let due = nextBeginning, now - due < interval - interval.divided(by: 4) {
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

    /// The next vertical blank; `nil` on a display without them, or if the last frame is two
    /// refreshes old or older.
    func verticalBlank(after now: Duration) -> Duration? {
        guard isSynchronized, let last = lastPresentation, now - last < period + period else {
            return nil
        }
        return nextPresentation(after: now)
    }

    /// Notes when a frame was shown. Returns the earliest time for the next one, if the display did
    /// not wait for a vertical blank.
    ///
    /// - Parameter isVerticalBlank: whether the display waited for a vertical blank at `time`.
    mutating func presented(at time: Duration, isVerticalBlank: Bool) -> Duration? {
        let last = lastPresentation
        if isVerticalBlank, isSynchronized, let last { measure(time - last) }
        isSynchronized = isVerticalBlank
        lastPresentation = time
        // Some drivers report vertical blanks without waiting for them.
        if isVerticalBlank, last.map({ time - $0 >= refreshInterval.divided(by: 2) }) ?? true {
            return nil
        }
        return nextBeginning
    }

    private var intervalWithoutBlanks: Duration { max(refreshInterval, Self.standardInterval) }

    /// Corrects the period from two frames at consecutive vertical blanks: the hardware's clock may
    /// not match the mode's rate exactly.
    private mutating func measure(_ interval: Duration) {
        let difference = interval - refreshInterval
        guard max(difference, .zero - difference) < refreshInterval.divided(by: 16) else { return }
        period += (interval - period).divided(by: 8)
    }
}

extension Duration {
    /// Dividing by another type would go through generic code, several times in each frame.
    fileprivate func divided(by divisor: Int128) -> Duration {
        Duration(attoseconds: attoseconds / divisor)
    }
}
