/// Notices that the machine was suspended, from the total time that it has been suspended.
struct SleepDetector {
    /// Smaller differences come from reading the two clocks one after the other.
    private static let shortestSleep = Duration.milliseconds(500)

    private var known: Duration

    /// - Parameter timeSuspended: the total time in suspend so far.
    init(timeSuspended: Duration) { known = timeSuspended }

    /// Updates the total time. Returns whether the machine was suspended since the last call.
    mutating func noticeSleep(timeSuspended: Duration) -> Bool {
        defer { known = timeSuspended }
        return timeSuspended - known > Self.shortestSleep
    }
}
