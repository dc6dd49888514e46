/// When an animation runs, how often, and what is seen before and after.
public struct AnimationTiming: Sendable, Equatable {
    /// What an animation shows while it waits and once it is over.
    public enum FillMode: Sendable {
        /// Nothing: the property as it is set.
        case removed
        /// The last value, once it is over. It stays if `isRemovedOnCompletion` is off.
        case forwards
        /// The first value, while it waits.
        case backwards
        /// The first value before, and the last one after.
        case both
    }

    /// How long it takes to run once, without a reversal.
    public var duration: Duration
    /// When it begins, on the monotonic clock; with the first frame that it could be seen in if
    /// `nil`. All that repeat with the same duration and begin at the same time are in step.
    public var beginTime: Duration?
    /// How long it waits after that.
    public var delay = Duration.zero
    /// How often it runs; `.infinity` for ever, and a fraction stops on the way. NaN is ignored.
    public var repeatCount = 1.0 {
        didSet { repeatCount = repeatCount.accepted(.ordered, else: oldValue) }
    }
    /// Whether each run is followed by one backwards, which takes as long again.
    public var autoreverses = false
    /// What is seen before and after; `removed` by default.
    public var fillMode = FillMode.removed
    /// Whether the layer forgets the animation once it is over, as it does by default.
    public var isRemovedOnCompletion = true

    /// One run of this duration that begins with the next frame.
    public init(duration: Duration) {
        self.duration = duration
    }

    /// Whether it never ends by itself.
    var repeatsForever: Bool { !runs.isFinite }

    /// How long all runs take, without the delay; `nil` if they never end.
    public var totalDuration: Duration? {
        runs.isFinite ? duration * runs : nil
    }

    /// Forward and backward runs together.
    private var runs: Double {
        (repeatCount > 0 ? repeatCount : 1) * (autoreverses ? 2 : 1)
    }

    /// Where an animation is in its life.
    enum Phase: Equatable {
        case waiting
        /// `progress` of a run is over, 0 to 1.
        case running(progress: Double)
        /// All is over, `progress` into the last run.
        case over(progress: Double)
    }

    /// Where an animation is when it was begun `elapsed` ago.
    func phase(at elapsed: Duration) -> Phase {
        let time = elapsed - delay
        if time < .zero { return .waiting }
        let run = duration > .zero ? time / duration : .infinity
        guard run < runs else {
            // One without duration that runs for ever has only an end.
            return .over(progress: runs.isFinite ? progress(at: runs, isEnd: true) : 1)
        }
        return .running(progress: progress(at: run, isEnd: false))
    }

    private func progress(at time: Double, isEnd: Bool) -> Double {
        var run = time.rounded(.down)
        var share = time - run
        if isEnd, share == 0 { (run, share) = (run - 1, 1) }
        let isReversed = autoreverses && run.truncatingRemainder(dividingBy: 2) == 1
        return isReversed ? 1 - share : share
    }

    /// Whether the first value is seen while the animation waits.
    var fillsBackwards: Bool { fillMode == .backwards || fillMode == .both }
    /// Whether the last value is seen when the animation is over.
    var fillsForwards: Bool { fillMode == .forwards || fillMode == .both }
}
