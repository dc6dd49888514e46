import Glibc
import Synchronization

/// What the loop and the writer hand to each other: bytes to be saved, and what became of them.
///
/// The lock is held for the exchange of a reference, and by neither while it waits or writes.
final class StateMailbox: Sendable {
    /// What lies in it.
    struct Mail {
        /// The newest contents that are to be saved; nil if there are none.
        var contents: [UInt8]?
        /// What these, or others before them, have come from.
        var imported: StateImport?
        /// Whether the writer is to end, once there is nothing to be saved.
        var isOver = false
        /// Whether the writer has ended.
        var hasEnded = false
        /// What became of the last contents that were taken; nil until that is known.
        var report: Result<[UInt8], StateError>?
    }

    private let mail = Mutex(Mail())
    /// Readable for the writer when there is something to do.
    private let orders: Bell
    /// Readable for the loop when there is a report.
    private let reports: Bell

    init() throws(StateError) {
        orders = try Bell()
        reports = try Bell()
    }

    /// Readable when there is a report.
    var descriptor: Int32 { reports.descriptor }

    // MARK: The loop's side

    /// Leaves contents to be saved, in the place of older ones that have yet to be taken.
    func post(_ contents: [UInt8], taking imported: StateImport?) {
        mail.withLock { mail in
            mail.contents = contents
            mail.imported = imported ?? mail.imported
        }
        orders.ring()
    }

    /// Tells the writer to end once everything is saved.
    func end() {
        mail.withLock { $0.isOver = true }
        orders.ring()
    }

    /// Takes the newest report out; nil if there is none.
    func takeReport() -> Result<[UInt8], StateError>? {
        reports.silence()
        return mail.withLock { mail in
            defer { mail.report = nil }
            return mail.report
        }
    }

    /// Waits until the writer has ended, at most for a time. Returns whether it has.
    func waitForEnd(_ timeout: Duration) -> Bool {
        let limit = Self.now + timeout
        while !(mail.withLock { $0.hasEnded }) {
            let (seconds, attoseconds) = (limit - Self.now).components
            let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return false }
            reports.wait(milliseconds: Int32(clamping: milliseconds))
            reports.silence()
        }
        return true
    }

    /// The time on the monotonic clock. Swift's own clocks would bring its tasks into the program.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: The writer's side

    /// Waits for contents and takes them out; nil when the writer is to end.
    func next() -> (contents: [UInt8], imported: StateImport?)? {
        while true {
            let mail = mail.withLock { mail in
                defer {
                    mail.contents = nil
                    mail.imported = nil
                }
                return mail
            }
            if let contents = mail.contents { return (contents, mail.imported) }
            if mail.isOver { return nil }
            orders.wait()
            orders.silence()
        }
    }

    /// Says what became of contents.
    func report(_ report: Result<[UInt8], StateError>) {
        mail.withLock { $0.report = report }
        reports.ring()
    }

    /// Says that the writer has ended.
    func reportEnd() {
        mail.withLock { $0.hasEnded = true }
        reports.ring()
    }
}
