/// What the journal has of one subject: some lines at once, but only one a second for long, so that
/// nobody who does the same without end fills it.
struct BoundedLog {
    private static let most = 10

    private let subject: String
    private let output: (String) -> Void
    private var left = most
    private var renewed: Duration
    private var omitted = 0

    /// Begins a log of a subject, as in "clients", that `write` takes to the journal.
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
        if omitted > 0 { output("\(subject): \(omitted) lines like the last ones were left out") }
        omitted = 0
        output(text())
    }
}
