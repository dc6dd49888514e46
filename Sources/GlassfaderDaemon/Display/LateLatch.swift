/// How late a frame can be begun and still be seen at the vertical blank that it is meant for.
///
/// A frame costs a fraction of a refresh. One that is begun right after the last was seen shows
/// fingers where they were a whole refresh ago; one that is begun just before the next vertical
/// blank shows them where they are. How long before is what recent frames have cost, and a margin
/// for what else may come between: doubled after a miss, halved after a hundred frames in time. One
/// that is missed soon after that was too small, and is tried again after twice as many frames.
struct LateLatch {
    /// What is added to the cost, for late timers, the kernel's work, and the lines that the
    /// display has begun to scan when a vertical blank is over.
    private(set) var margin: Duration

    /// How long the drawing and handing over of recent frames took; a frame that took longer than
    /// others is forgotten little by little.
    private(set) var cost = Duration.zero

    private let margins: ClosedRange<Duration>
    /// The vertical blank that a delayed frame is meant for, until it is known whether it was met.
    private var aim: Duration?
    private var framesInTime = 0
    /// How many frames must be in time before the margin is halved.
    private var framesToShrink = Self.fewestFramesToShrink
    private var hasShrunk = false

    private static let fewestFramesToShrink = 100
    private static let mostFramesToShrink = 12800

    /// A latch with the smallest margin. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "a display refreshes in no time")
        margins = refreshInterval / 32...refreshInterval / 2
        margin = margins.lowerBound
    }

    /// When to begin a frame that is to be seen at a vertical blank; `nil` if that is now, or past.
    ///
    /// A time is a promise: the frame is begun then, and `presented(at:)` says what became of it.
    mutating func delay(at now: Duration, until verticalBlank: Duration) -> Duration? {
        let time = verticalBlank - cost - margin
        guard time > now else { return nil }
        aim = verticalBlank
        return time
    }

    /// Notes how long the making of a frame took, from the moment it was begun until the display
    /// had it.
    mutating func handedOver(after cost: Duration) {
        self.cost = max(cost, self.cost - (self.cost - cost) / 8)
    }

    /// Notes when a frame was seen. Only one that was delayed can have missed its vertical blank.
    mutating func presented(at time: Duration) {
        guard let aim else { return }
        self.aim = nil
        // Nearer to the next vertical blank than to its own.
        if time - aim >= margins.upperBound { grow() } else { countInTime() }
    }

    private mutating func grow() {
        if hasShrunk { framesToShrink = min(framesToShrink * 2, Self.mostFramesToShrink) }
        hasShrunk = false
        framesInTime = 0
        margin = min(margin * 2, margins.upperBound)
    }

    private mutating func countInTime() {
        framesInTime += 1
        if hasShrunk, framesInTime == Self.fewestFramesToShrink {
            hasShrunk = false
            framesToShrink = Self.fewestFramesToShrink
        }
        guard framesInTime >= framesToShrink, margin > margins.lowerBound else { return }
        framesInTime = 0
        hasShrunk = true
        margin = max(margin / 2, margins.lowerBound)
    }

    /// Notes that a delayed frame is not to be seen: nothing had to be drawn, or the display failed.
    mutating func dropped() {
        aim = nil
    }
}
