/// When frames are begun: never two in one refresh, at once when nothing has moved for a while, and
/// under a finger as late as they may be.
///
/// An animation alone is drawn as soon as the display has shown its last frame: it is drawn as of
/// the time when it is seen, and would show no more if it were drawn later.
struct FramePacing {
    private var clock: FrameClock
    /// `nil` where every frame is begun as soon as it may be.
    private var latch: LateLatch?

    /// A pace for a display that has shown nothing. The interval must be positive.
    init(refreshInterval: Duration, latchesLate: Bool) {
        clock = FrameClock(refreshInterval: refreshInterval)
        latch = latchesLate ? LateLatch(refreshInterval: refreshInterval) : nil
    }

    /// Whether frames under a finger are begun as late as they may be.
    var latchesLate: Bool {
        get { latch != nil }
        set {
            guard newValue != latchesLate else { return }
            latch = newValue ? LateLatch(refreshInterval: clock.refreshInterval) : nil
        }
    }

    /// When to begin a frame that is wanted now; `nil` for at once.
    ///
    /// A time is a promise: the frame is begun then without asking again.
    mutating func delay(at now: Duration, isTouched: Bool) -> Duration? {
        guard isTouched, let verticalBlank = clock.verticalBlank(after: now) else { return nil }
        return latch?.delay(at: now, until: verticalBlank)
    }

    /// Notes that a frame is begun. Returns when it will be seen.
    mutating func begin(at now: Duration) -> Duration {
        clock.begin(at: now)
    }

    /// Notes how long the making of a frame took, from when it was begun until the display had it.
    mutating func handedOver(after cost: Duration) {
        latch?.handedOver(after: cost)
    }

    /// Notes that a frame will not be seen: nothing had to be drawn, or the display failed.
    mutating func dropped() {
        latch?.dropped()
    }

    /// Notes when a frame was seen. Returns the time before which the next one may not be begun,
    /// if this one came sooner than the display refreshes.
    ///
    /// - Parameter isVerticalBlank: whether the display waited for a vertical blank, whose time
    ///   this is.
    mutating func presented(at time: Duration, isVerticalBlank: Bool) -> Duration? {
        latch?.presented(at: time)
        return clock.presented(at: time, isVerticalBlank: isVerticalBlank)
    }
}
