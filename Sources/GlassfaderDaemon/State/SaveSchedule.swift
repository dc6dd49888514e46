/// When to save the state: when nothing has changed for `delay`, but not much later than the first
/// change.
///
/// Time is an argument. Without unsaved changes there is no deadline.
struct SaveSchedule: Equatable {
    /// The latest save after the first unsaved change. A longer delay in the panel file replaces
    /// it.
    static let longestDelay = Duration.seconds(5)
    /// How long to wait after a failed save.
    static let retryInterval = Duration.seconds(30)

    /// How long nothing must have changed before a save.
    var delay: Duration

    /// The times of the first and the last change that no save includes yet.
    private var changes: ClosedRange<Duration>?
    /// Whether a save is running.
    private(set) var isSaving = false
    /// The earliest time for the next attempt; `nil` if the last save has succeeded.
    private var retry: Duration?

    init(delay: Duration) {
        self.delay = delay
    }

    /// Whether there are changes that no save includes yet.
    var hasChanges: Bool { changes != nil }

    /// When to save; `nil` without changes, and while a save is running.
    ///
    /// While a finger is on the panel, more changes are likely: only the longest delay counts.
    func deadline(isTouched: Bool) -> Duration? {
        guard let changes, !isSaving else { return nil }
        let latest = changes.lowerBound + max(Self.longestDelay, delay)
        let time = isTouched ? latest : min(changes.upperBound + delay, latest)
        return max(time, retry ?? time)
    }

    /// Notes a change.
    mutating func change(at time: Duration) {
        let first = changes?.lowerBound ?? time
        changes = first...max(time, first)
    }

    /// Notes that a save of all changes so far begins.
    mutating func begin() {
        changes = nil
        isSaving = true
    }

    /// Notes that all changes so far are already on the disk.
    mutating func skip() {
        changes = nil
    }

    /// Notes that the save has succeeded.
    mutating func end() {
        isSaving = false
        retry = nil
    }

    /// Notes that the save has failed and must be tried again.
    mutating func fail(at time: Duration) {
        isSaving = false
        retry = time + Self.retryInterval
        change(at: time)
    }
}
