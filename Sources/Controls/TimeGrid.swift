/// The times that wheels can show: whole intervals of minutes and seconds, up to a last hour.
package struct TimeGrid: Hashable {
    /// The number of hours.
    var hourCount = 24
    /// The minutes between two lines; divides 60.
    var minuteInterval = 1
    /// The seconds between two lines; divides 60. It is 60 for wheels without seconds.
    var secondInterval = 60

    /// The times of wheels with some hours, minutes and seconds.
    package init(hourCount: Int = 24, minuteInterval: Int = 1, secondInterval: Int = 60) {
        self.hourCount = hourCount
        self.minuteInterval = minuteInterval
        self.secondInterval = secondInterval
    }

    /// The last time, in seconds.
    var last: Int { (hourCount - 1) * 3600 + (60 - minuteInterval) * 60 + 60 - secondInterval }

    /// The greatest time that is not after `seconds`; 0 for a negative time.
    package func floor(_ seconds: Int) -> Int {
        guard seconds > 0 else { return 0 }
        guard seconds < last else { return last }
        let hours = seconds / 3600
        let minutes = seconds % 3600 / 60
        let shownMinutes = minutes / minuteInterval * minuteInterval
        let rest = shownMinutes < minutes ? 59 : seconds % 60
        return hours * 3600 + shownMinutes * 60 + rest / secondInterval * secondInterval
    }

    /// The least time that is not before `seconds`; the last time for a later one.
    package func ceiling(_ seconds: Int) -> Int {
        guard seconds > 0 else { return 0 }
        guard seconds < last else { return last }
        let floor = floor(seconds)
        guard floor < seconds else { return floor }
        let hours = floor / 3600
        let minutes = floor % 3600 / 60
        let next = floor % 60 + secondInterval
        if next < 60 { return hours * 3600 + minutes * 60 + next }
        // The last minute of an hour is followed by the first of the next.
        return hours * 3600 + (minutes + minuteInterval) * 60
    }

    /// The time nearest to `seconds` from `minimum` to `maximum`. If there is none in this range,
    /// the last one before it.
    package func nearest(to seconds: Int, from minimum: Int, to maximum: Int) -> Int {
        let low = ceiling(minimum)
        let high = floor(maximum)
        guard low <= high else { return floor(minimum) }
        let before = floor(seconds)
        let after = ceiling(seconds)
        return (seconds - before <= after - seconds ? before : after).clamped(from: low, to: high)
    }

    /// Whether this number of minutes or seconds divides 60, so that all intervals are equal.
    static func isInterval(_ count: Int) -> Bool { (1...30).contains(count) && 60 % count == 0 }
}
