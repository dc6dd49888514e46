/// The delay before the next attempt: it doubles each time.
package struct RetryDelay {
    private let shortest: Duration
    private let longest: Duration
    private var last: Duration?

    /// Starts with the shortest delay and ends with the longest.
    package init(from shortest: Duration, to longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    /// Returns the delay before the next attempt, and doubles the one after it.
    package mutating func next() -> Duration {
        let delay = last.map { min($0 * 2, longest) } ?? shortest
        last = delay
        return delay
    }

    /// Records a success: the next failure starts with the shortest delay.
    package mutating func reset() { last = nil }
}
