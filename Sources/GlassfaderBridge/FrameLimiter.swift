/// Allows 60 frames a second, and starts the first one at once.
///
/// The panel sends a moving control once a frame too, but not exactly on time. So a frame may start
/// early by a quarter, as long as the average stays.
struct FrameLimiter {
    static let period = Duration.microseconds(16_667)
    private static let early = period / 4

    /// When the next frame is due.
    private var due = Duration.zero

    /// When the next frame may start: now, or later.
    func start(after now: Duration) -> Duration {
        max(now, due - Self.early)
    }

    /// Records that a frame has started.
    mutating func started(at now: Duration) {
        due = max(due, now) + Self.period
    }
}
