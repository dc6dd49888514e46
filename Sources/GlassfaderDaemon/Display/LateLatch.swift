/// How late a frame can begin and still be visible at the next vertical blank.
///
/// A frame that begins right after the last one shows fingers as they were a whole refresh ago. A
/// frame that begins just before the vertical blank shows them as they are. The lead is the cost of
/// recent frames plus a margin. The margin doubles after a missed blank, and halves after a hundred
/// frames in time. If a halved margin misses soon, the next halving takes twice as many frames.
struct LateLatch {
    /// Added to the cost, for late timers, the kernel's work, and the lines that the display scans
    /// before the vertical blank ends.
    private(set) var margin: Duration

    /// The time to draw and hand over recent frames. The influence of a slow frame decays.
    private(set) var cost = Duration.zero

    private let margins: ClosedRange<Duration>
    /// The vertical blank that the delayed frame aims at; `nil` once its presentation is known.
    private var aim: Duration?
    private var framesInTime = 0
    /// How many frames must be in time before the margin is halved.
    private var framesToShrink = Self.fewestFramesToShrink
    private var hasShrunk = false

    private static let fewestFramesToShrink = 100
    private static let mostFramesToShrink = 12800

    /// Makes a latch with the smallest margin. The interval must be positive.
    init(refreshInterval: Duration) {
        precondition(refreshInterval > .zero, "the refresh interval must be positive")
        margins = refreshInterval / 32...refreshInterval / 2
        margin = margins.lowerBound
    }

    /// When to begin a frame that should be visible at a vertical blank; `nil` if that time has
    /// passed.
    ///
    /// After a time was returned, begin the frame then, and call `presented(at:)` or `dropped()`.
    mutating func delay(at now: Duration, until verticalBlank: Duration) -> Duration? {
        let time = verticalBlank - cost - margin
        guard time > now else { return nil }
        aim = verticalBlank
        return time
    }

    /// Notes the cost of a frame: the time from its beginning until it was handed to the display.
    mutating func handedOver(after cost: Duration) {
        self.cost = max(cost, self.cost - (self.cost - cost) / 8)
    }

    /// Notes when a frame became visible. Only a delayed frame can miss its vertical blank.
    mutating func presented(at time: Duration) {
        guard let aim else { return }
        self.aim = nil
        // Missed: nearer to the next vertical blank than to its own.
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

    /// Notes that the delayed frame will not be visible: nothing had to be drawn, or the display
    /// failed.
    mutating func dropped() {
        aim = nil
    }
}
