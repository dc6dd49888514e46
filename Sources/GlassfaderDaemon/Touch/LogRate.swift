/// Limits how often a message is logged, and counts the omitted ones.
struct LogRate {
    let interval: Duration
    private var last: Duration?
    private var omitted = 0

    init(interval: Duration) {
        self.interval = interval
    }

    /// Returns how many messages were omitted since the last logged one; nil if this one must be
    /// omitted too.
    mutating func admit(at time: Duration) -> Int? {
        if let last, time - last < interval {
            omitted += 1
            return nil
        }
        defer { omitted = 0 }
        last = time
        return omitted
    }
}
