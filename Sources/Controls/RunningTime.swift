/// A time that passes while it runs, on the monotonic clock.
struct RunningTime: Equatable {
    /// The time that had passed at the last start or stop.
    private var counted = Duration.zero
    /// When the time was started; `nil` while it is stopped.
    private var start: Duration?

    var isRunning: Bool { start != nil }

    /// The time that has passed; never negative.
    func passed(at now: Duration) -> Duration {
        counted + (start.map { max(now - $0, .zero) } ?? .zero)
    }

    /// When `passed` will have passed; `nil` while the time is stopped.
    func moment(of passed: Duration) -> Duration? { start.map { $0 + passed - counted } }

    /// Starts or stops the time.
    mutating func run(_ runs: Bool, at now: Duration) {
        guard runs != isRunning else { return }
        counted = passed(at: now)
        start = runs ? now : nil
    }

    /// Sets the time that has passed. A running time continues to run.
    mutating func set(_ passed: Duration, at now: Duration) {
        counted = passed
        if isRunning { start = now }
    }
}
