/// Statistics of reply times.
struct RoundTrips {
    private(set) var count = 0
    private var least = Duration.zero
    private var most = Duration.zero
    private var sum = 0.0
    private var sumOfSquares = 0.0

    /// Adds a time.
    mutating func append(_ time: Duration) {
        least = count == 0 ? time : min(least, time)
        most = max(most, time)
        let milliseconds = time / .milliseconds(1)
        sum += milliseconds
        sumOfSquares += milliseconds * milliseconds
        count += 1
    }

    /// A summary like that of ping(8).
    func summary(over time: Duration) -> String {
        let mean = sum / Double(max(count, 1))
        let deviation = max(0, sumOfSquares / Double(max(count, 1)) - mean * mean).squareRoot()
        let figures = [
            Self.text(least), Self.text(mean), Self.text(most), Self.text(deviation),
        ]
        return "\(count) \(count == 1 ? "answer" : "answers") in \(Self.text(time)) ms\n"
            + "min/avg/max/mdev = \(figures.joined(separator: "/")) ms"
    }

    /// A time in milliseconds with three decimals.
    static func text(_ time: Duration) -> String { text(time / .milliseconds(1)) }

    private static func text(_ milliseconds: Double) -> String {
        let thousandths = Int((milliseconds * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
