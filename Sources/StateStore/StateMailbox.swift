import Glibc
import Synchronization
import Threads

/// Passes states to be saved from the loop to the writer's thread, and results back.
///
/// The lock is held only to exchange references, never while a side waits or writes.
final class StateMailbox: Sendable {
    /// What the writer saves.
    typealias Save = (contents: [UInt8], imported: StateImport?)

    /// The shared values.
    struct Mail {
        /// The newest contents to be saved; nil if there are none.
        var contents: [UInt8]?
        /// The import that these contents, or skipped ones before them, include.
        var imported: StateImport?
        /// The last save, if it has failed.
        var failed: Save?
        /// Whether that was tried again at the end.
        var hasTriedAgain = false
        /// Whether the writer must end once everything is saved.
        var isOver = false
        /// Whether the writer has ended.
        var hasEnded = false
        /// The result of the last save; nil if it was taken or is not known yet.
        var report: Result<[UInt8], StateError>?

        /// Removes what the writer must save next; nil if there is nothing.
        mutating func takeSave() -> Save? {
            if let contents {
                defer { (self.contents, imported) = (nil, nil) }
                return (contents, imported)
            }
            guard isOver, !hasTriedAgain else { return nil }
            hasTriedAgain = true
            return failed
        }
    }

    private let mail = Mutex(Mail())
    /// Readable by the writer when there is work.
    private let work: WakeCounter
    /// Readable by the loop when there is a result.
    private let reports: WakeCounter

    init() throws(StateError) {
        guard let work = WakeCounter(), let reports = WakeCounter() else {
            throw StateError("make a wake-up for the thread that saves", errno: errno)
        }
        self.work = work
        self.reports = reports
    }

    /// Readable when there is a result.
    var descriptor: Int32 { reports.descriptor }

    // MARK: The loop's side

    /// Posts contents to be saved. They replace older ones that the writer has not taken yet.
    func post(_ contents: [UInt8], taking imported: StateImport?) {
        mail.withLock { mail in
            mail.contents = contents
            mail.imported = imported ?? mail.imported
        }
        work.signal()
    }

    /// Makes the writer end once everything is saved. A save that has failed is tried once more.
    func end() {
        mail.withLock { $0.isOver = true }
        work.signal()
    }

    /// Removes and returns the newest result; nil if there is none.
    func takeReport() -> Result<[UInt8], StateError>? {
        reports.clear()
        return mail.withLock { mail in
            defer { mail.report = nil }
            return mail.report
        }
    }

    /// Waits until the writer has ended, at most for `timeout`. Returns whether it has.
    func waitForEnd(_ timeout: Duration) -> Bool {
        let limit = Self.now + timeout
        while !(mail.withLock { $0.hasEnded }) {
            let (seconds, attoseconds) = (limit - Self.now).components
            let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return false }
            reports.wait(milliseconds: Int32(clamping: milliseconds))
            reports.clear()
        }
        return true
    }

    /// The time on the monotonic clock. Swift's own clocks would link the concurrency runtime.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: The writer's side

    /// Waits for contents and removes them; nil when the writer must end.
    func next() -> Save? {
        while true {
            let (save, isOver) = mail.withLock { ($0.takeSave(), $0.isOver) }
            if let save { return save }
            if isOver { return nil }
            work.wait()
            work.clear()
        }
    }

    /// Posts the result of a save; nil if it has succeeded.
    func report(_ error: StateError?, of save: Save) {
        mail.withLock { mail in
            mail.report = error.map { .failure($0) } ?? .success(save.contents)
            mail.failed = error == nil ? nil : save
        }
        reports.signal()
    }

    /// Posts that the writer has ended.
    func reportEnd() {
        mail.withLock { $0.hasEnded = true }
        reports.signal()
    }
}
