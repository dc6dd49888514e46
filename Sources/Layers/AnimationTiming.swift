/// When an animation runs, how often, and what it shows before and after.
public struct AnimationTiming: Sendable, Equatable {
    /// What an animation shows during its delay and after its end.
    public enum FillMode: Sendable {
        /// The value to which the property is set.
        case removed
        /// The last value, after the end. It stays if `isRemovedOnCompletion` is `false`.
        case forwards
        /// The first value, during the delay.
        case backwards
        /// The first value before, and the last one after.
        case both
    }

    /// The duration of one run, without its reversal.
    public var duration: Duration
    /// When the animation begins, on the monotonic clock; `nil` for the first frame. Repeating
    /// animations with the same duration and begin time run in step.
    public var beginTime: Duration?
    /// The delay after the begin time.
    public var delay = Duration.zero
    /// The number of runs; `.infinity` for ever. With a fraction, the animation ends within a run.
    /// NaN is ignored.
    public var repeatCount = 1.0 {
        didSet { repeatCount = repeatCount.accepted(.ordered, else: oldValue) }
    }
    /// Whether each run is followed by a reversed one of the same duration.
    public var autoreverses = false
    /// What the animation shows before and after; `removed` by default.
    public var fillMode = FillMode.removed
    /// Whether the layer removes the animation at its end; on by default.
    public var isRemovedOnCompletion = true

    /// One run of this duration that begins with the next frame.
    public init(duration: Duration) {
        self.duration = duration
    }

    /// Whether the animation has no end.
    var repeatsForever: Bool { !runs.isFinite }

    /// The duration of all runs, without the delay; `nil` if they never end.
    public var totalDuration: Duration? {
        runs.isFinite ? duration * runs : nil
    }

    /// The number of runs, including reversed ones.
    private var runs: Double {
        (repeatCount > 0 ? repeatCount : 1) * (autoreverses ? 2 : 1)
    }

    /// The state of an animation.
    enum Phase: Equatable {
        case waiting
        /// The animation is at `progress` of a run, 0 to 1.
        case running(progress: Double)
        /// It has ended, at `progress` of the last run.
        case over(progress: Double)
    }

    /// The state of an animation that began `elapsed` ago.
    func phase(at elapsed: Duration) -> Phase {
        let time = elapsed - delay
        if time < .zero { return .waiting }
        let run = duration > .zero ? time / duration : .infinity
        guard run < runs else {
            // An endless animation without a duration goes straight to its end.
            return .over(progress: runs.isFinite ? progress(at: runs, isEnd: true) : 1)
        }
        return .running(progress: progress(at: run, isEnd: false))
    }

    /// How long after its begin the animation next changes the visible value; `nil` if it may do so
    /// with each frame, or has ended.
    ///
    /// - Parameters:
    ///   - elapsed: How long ago the animation began.
    ///   - change: The next progress of a run at which the value changes, after a given one.
    func nextChange(after elapsed: Duration, _ change: (Double) -> Double?) -> Duration? {
        switch phase(at: elapsed) {
        case .waiting: return delay
        case .running(let progress):
            guard !autoreverses, let next = change(progress) else { return nil }
            let run = ((elapsed - delay) / duration).rounded(.down)
            return delay + duration * min(run + next, runs)
        case .over: return nil
        }
    }

    private func progress(at time: Double, isEnd: Bool) -> Double {
        var run = time.rounded(.down)
        var share = time - run
        if isEnd, share == 0 { (run, share) = (run - 1, 1) }
        let isReversed = autoreverses && run.truncatingRemainder(dividingBy: 2) == 1
        return isReversed ? 1 - share : share
    }

    /// Whether the first value is shown during the delay.
    var fillsBackwards: Bool { fillMode == .backwards || fillMode == .both }
    /// Whether the last value is shown after the end.
    var fillsForwards: Bool { fillMode == .forwards || fillMode == .both }
}
