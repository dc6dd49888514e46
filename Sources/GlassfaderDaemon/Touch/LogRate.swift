/// Lets a line into the log at most once in a while, and counts those that were left out.
struct LogRate {
    let interval: Duration
    private var last: Duration?
    private var omitted = 0

    init(interval: Duration) {
        self.interval = interval
    }

    /// How many lines have been left out since the last one; nil if this one is, too.
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
