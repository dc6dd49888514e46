/// When to try again: soon at first, then less often, for ever.
struct Backoff {
    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(1)

    private var pause = first

    /// How long to wait before the next attempt.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Starts again with the shortest pause, after a success.
    mutating func reset() {
        pause = Self.first
    }
}
