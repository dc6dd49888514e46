/// Decides when frames are begun: at most one in each refresh, at once after a pause, and as late
/// as possible under a finger.
///
/// An animation without a finger is drawn as soon as the last frame was shown: it is drawn for the
/// time at which it is seen, and starting later would not improve it.
struct FramePacing {
    private var clock: FrameClock
    /// `nil` if frames under a finger are not delayed.
    private var latch: LateLatch?

    /// Makes a pacing for a display that has shown nothing. The interval must be positive.
    init(refreshInterval: Duration, latchesLate: Bool) {
        clock = FrameClock(refreshInterval: refreshInterval)
        latch = latchesLate ? LateLatch(refreshInterval: refreshInterval) : nil
    }

    /// Whether frames under a finger are begun as late as possible.
    var latchesLate: Bool {
        get { latch != nil }
        set {
            guard newValue != latchesLate else { return }
            latch = newValue ? LateLatch(refreshInterval: clock.refreshInterval) : nil
        }
    }

    /// The time at which to begin the next frame; `nil` for at once.
    ///
    /// After a time was returned, begin the frame at that time without calling this again.
    mutating func delay(at now: Duration, isTouched: Bool) -> Duration? {
        guard isTouched, let verticalBlank = clock.verticalBlank(after: now) else { return nil }
        return latch?.delay(at: now, until: verticalBlank)
    }

    /// Notes that a frame is begun. Returns the time at which it will be seen.
    mutating func begin(at now: Duration) -> Duration {
        clock.begin(at: now)
    }

    /// Notes the cost of a frame: the time from its beginning until it was handed to the display.
    mutating func handedOver(after cost: Duration) {
        latch?.handedOver(after: cost)
    }

    /// Notes that a frame will not be seen: nothing had to be drawn, or the display failed.
    mutating func dropped() {
        latch?.dropped()
    }

    /// Notes when a frame was seen. Returns the earliest time for the next one, if the display did
    /// not wait for a vertical blank.
    ///
    /// - Parameter isVerticalBlank: whether the display waited for a vertical blank at `time`.
    mutating func presented(at time: Duration, isVerticalBlank: Bool) -> Duration? {
        latch?.presented(at: time)
        return clock.presented(at: time, isVerticalBlank: isVerticalBlank)
    }
}
