/// Limits how often something is logged, and counts what is omitted.
package struct LogRate {
    private let burst: Int
    private let interval: Duration
    private var left: Int
    private var renewed = Duration.zero
    private var omitted = 0

    /// - Parameters:
    ///   - burst: The most entries at once, at least 1.
    ///   - interval: The time after which one more is allowed.
    package init(burst: Int = 1, interval: Duration) {
        self.burst = burst
        self.interval = interval
        left = burst
    }

    /// Returns how many entries were omitted since the last logged one; `nil` if this one must be
    /// omitted too.
    package mutating func admit(at time: Duration) -> Int? {
        renew(at: time)
        guard left > 0 else {
            omitted += 1
            return nil
        }
        defer { omitted = 0 }
        // The first entry after a pause begins an interval.
        if left == burst { renewed = time }
        left -= 1
        return omitted
    }

    private mutating func renew(at time: Duration) {
        let intervals = Int(min((time - renewed) / interval, Double(burst)))
        guard intervals > 0 else { return }
        left = min(left + intervals, burst)
        renewed += interval * intervals
    }
}
