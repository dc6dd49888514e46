/// A reading of a clock: a time of the monotonic clock, and the local time of day at that time.
public struct ClockReading: Equatable, Sendable {
    /// A time of the monotonic clock.
    public let time: Duration
    /// The time since local midnight; at least 0 and below 24 hours.
    public let timeOfDay: Duration

    /// The local time of day at a time of the monotonic clock.
    public init(time: Duration, timeOfDay: Duration) {
        self.time = time
        self.timeOfDay = timeOfDay
    }
}
