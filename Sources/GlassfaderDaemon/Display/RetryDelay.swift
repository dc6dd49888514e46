/// How long to wait before something is tried again: a little longer each time.
struct RetryDelay {
    private let shortest: Duration
    private let longest: Duration
    private var last: Duration?

    /// Delays that double, from the shortest to the longest.
    init(from shortest: Duration, to longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    /// The delay before the next attempt.
    mutating func next() -> Duration {
        let delay = last.map { min($0 * 2, longest) } ?? shortest
        last = delay
        return delay
    }

    /// It has worked: the next failure is a new one.
    mutating func reset() { last = nil }
}
