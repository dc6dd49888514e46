import EventLoop

/// A log of one subject with a limited rate: at most 10 entries at once, then one a second, so that a
/// client cannot fill the journal.
struct BoundedLog {
    private static let most = 10

    private let subject: String
    private let log: Log
    private var left = most
    private var renewed: Duration
    private var omitted = 0

    /// Makes a log for a subject such as "clients".
    init(of subject: String, at now: Duration, _ log: Log) {
        self.subject = subject
        self.log = log
        renewed = now
    }

    /// Writes an entry, or counts it as omitted.
    mutating func write(_ entry: @autoclosure () -> LogEntry, at now: Duration) {
        let seconds = Int((now - renewed).components.seconds)
        if seconds > 0 {
            left = min(left + seconds, Self.most)
            renewed += .seconds(seconds)
        }
        guard left > 0 else {
            omitted += 1
            return
        }
        left -= 1
        if omitted > 0 { log("\(subject): \(omitted) more lines were not logged", .warning) }
        omitted = 0
        log.write(entry())
    }
}
