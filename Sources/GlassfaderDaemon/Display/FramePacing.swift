/// Decides when frames begin: at most one in each refresh, at once after a pause, and as late as
/// possible under a finger.
///
/// A frame of an animation without a finger begins as soon as the last frame is visible. It is
/// drawn for the time at which it becomes visible, so a later start would not improve it.
struct FramePacing {
    private var clock: FrameClock
    /// `nil` if frames under a finger are not delayed.
    private var latch: LateLatch?

    /// Makes a pacing for a display that has shown nothing. The interval must be positive.
    init(refreshInterval: Duration, latchesLate: Bool) {
        clock = FrameClock(refreshInterval: refreshInterval)
        latch = latchesLate ? LateLatch(refreshInterval: refreshInterval) : nil
    }

    /// Whether frames under a finger begin as late as possible.
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

    /// Notes that a frame begins. Returns the time at which it will be visible.
    mutating func begin(at now: Duration) -> Duration {
        clock.begin(at: now)
    }

    /// Notes the cost of a frame: the time from its beginning until it was handed to the display.
    mutating func handedOver(after cost: Duration) {
        latch?.handedOver(after: cost)
    }

    /// Notes that a frame will not be visible: nothing had to be drawn, or the display failed.
    mutating func dropped() {
        latch?.dropped()
    }

    /// Notes when a frame became visible. Returns the earliest time for the next one, if the
    /// display did not wait for a vertical blank.
    ///
    /// - Parameter isVerticalBlank: whether the display waited for a vertical blank at `time`.
    mutating func presented(at time: Duration, isVerticalBlank: Bool) -> Duration? {
        latch?.presented(at: time)
        return clock.presented(at: time, isVerticalBlank: isVerticalBlank)
    }
}
