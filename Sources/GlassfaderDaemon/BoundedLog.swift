import EventLoop

/// A log of one subject with a limited rate: at most 10 entries at once, then one a second, so that
/// a client cannot fill the journal.
struct BoundedLog {
    private let subject: String
    private let log: Log
    private var rate = LogRate(burst: 10, interval: .seconds(1))

    /// Makes a log for a subject such as "clients".
    init(of subject: String, _ log: Log) {
        self.subject = subject
        self.log = log
    }

    /// Writes an entry, or counts it as omitted.
    mutating func write(_ entry: @autoclosure () -> LogEntry, at now: Duration) {
        guard let omitted = rate.admit(at: now) else { return }
        if omitted > 0 {
            let lines = omitted == 1 ? "1 more line was" : "\(omitted) more lines were"
            log("\(subject): \(lines) not logged", .warning)
        }
        log.write(entry())
    }
}
