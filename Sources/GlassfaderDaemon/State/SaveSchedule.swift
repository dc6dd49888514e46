/// When the state is to be saved: once nothing has changed for a while, but not much later than it
/// first did.
///
/// Time is an argument, as everywhere. Where nothing is unsaved there is no deadline.
struct SaveSchedule: Equatable {
    /// How long after the first change that is unsaved it is saved at the latest; a panel file that
    /// asks for a longer delay gets that.
    static let longestDelay = Duration.seconds(5)
    /// How long to wait after a save that has failed.
    static let retryInterval = Duration.seconds(30)

    /// How long nothing must have changed.
    var delay: Duration

    /// What changed first and last, of what is in no save that was begun.
    private var changes: ClosedRange<Duration>?
    /// Whether a save is on its way.
    private(set) var isSaving = false
    /// Not to be tried before; `nil` if the last save has worked.
    private var retry: Duration?

    init(delay: Duration) {
        self.delay = delay
    }

    /// Whether something is in no save that was begun.
    var hasChanges: Bool { changes != nil }

    /// When to save; `nil` if there is nothing to be saved, or a save is on its way.
    ///
    /// A finger that stays on the panel has not done with it: only the longest delay counts.
    func deadline(isTouched: Bool) -> Duration? {
        guard let changes, !isSaving else { return nil }
        let latest = changes.lowerBound + max(Self.longestDelay, delay)
        let time = isTouched ? latest : min(changes.upperBound + delay, latest)
        return max(time, retry ?? time)
    }

    /// Something has changed.
    mutating func change(at time: Duration) {
        let first = changes?.lowerBound ?? time
        changes = first...max(time, first)
    }

    /// What has changed so far is being saved.
    mutating func begin() {
        changes = nil
        isSaving = true
    }

    /// What has changed so far is on the disk already.
    mutating func skip() {
        changes = nil
    }

    /// The save that was begun has come to its end.
    mutating func end() {
        isSaving = false
        retry = nil
    }

    /// The save that was begun has failed, and is to be tried again.
    mutating func fail(at time: Duration) {
        isSaving = false
        retry = time + Self.retryInterval
        change(at: time)
    }
}
