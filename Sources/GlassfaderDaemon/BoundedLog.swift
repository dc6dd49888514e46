/// A log of one subject with a limited rate: at most 10 lines at once, then one a second, so that a
/// client cannot fill the journal.
struct BoundedLog {
    private static let most = 10

    private let subject: String
    private let output: (String) -> Void
    private var left = most
    private var renewed: Duration
    private var omitted = 0

    /// Makes a log for a subject such as "clients". `write` writes to the journal.
    init(of subject: String, at now: Duration, write: @escaping (String) -> Void) {
        self.subject = subject
        output = write
        renewed = now
    }

    /// Writes a line, or counts it as omitted.
    mutating func write(_ text: @autoclosure () -> String, at now: Duration) {
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
        if omitted > 0 { output("\(subject): \(omitted) more lines were not logged") }
        omitted = 0
        output(text())
    }
}
