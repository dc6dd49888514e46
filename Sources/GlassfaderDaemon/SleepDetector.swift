/// Notices that the machine has slept, from how long it has in all.
struct SleepDetector {
    /// Less than this is how the two clocks were read, and not a sleep.
    private static let shortestSleep = Duration.milliseconds(500)

    private var known: Duration

    /// - Parameter timeSuspended: how long the machine has slept so far.
    init(timeSuspended: Duration) { known = timeSuspended }

    /// Takes note of how long it has slept by now. Returns whether that was more than last time.
    mutating func noticeSleep(timeSuspended: Duration) -> Bool {
        defer { known = timeSuspended }
        return timeSuspended - known > Self.shortestSleep
    }
}
