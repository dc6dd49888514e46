import Glibc

/// The scroll offset of a list, in pixels from its start. A finger moves it, and it runs on when
/// the finger lifts.
struct ScrollOffset {
    /// The offset, 0…`limit`.
    private(set) var value = 0.0
    /// The greatest offset.
    var limit = 0.0 {
        didSet {
            if limit != oldValue { stop() }
            value = value.clamped(from: 0, to: limit)
        }
    }

    private struct Run {
        let start: Double
        /// In pixels per second.
        let speed: Double
        var begin: Duration?
    }
    private var run: Run?

    /// After this time, in seconds, a third of the speed is left.
    private static let slowing = 0.22

    /// Whether the offset runs on.
    var isMoving: Bool { run != nil }

    /// Moves to an offset, clamped to 0…`limit`.
    mutating func move(to offset: Double) {
        stop()
        value = offset.clamped(from: 0, to: limit)
    }

    /// Runs on with a speed, in pixels per second, until friction or an end stops it.
    mutating func run(speed: Double) {
        run = abs(speed) > 40 ? Run(start: value, speed: speed) : nil
    }

    /// Stays where it is.
    mutating func stop() { run = nil }

    /// Advances the run to a time. It begins at the time of the first call.
    mutating func advance(to time: Duration) {
        guard var run else { return }
        let begin = run.begin ?? time
        run.begin = begin
        self.run = run
        let left = exp(-max(0, (time - begin) / .seconds(1)) / Self.slowing)
        let wanted = run.start + run.speed * Self.slowing * (1 - left)
        value = wanted.clamped(from: 0, to: limit)
        if value != wanted || abs(run.speed) * Self.slowing * left < 0.5 { stop() }
    }
}
