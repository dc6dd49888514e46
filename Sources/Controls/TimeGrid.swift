/// The times that wheels can show: whole intervals of minutes and seconds, up to a last hour.
struct TimeGrid: Hashable {
    /// How many hours there are.
    var hourCount = 24
    /// The minutes between two lines; divides 60.
    var minuteInterval = 1
    /// The seconds between two lines; divides 60, and 60 where there are no seconds.
    var secondInterval = 60

    /// The last time, in seconds.
    var last: Int { (hourCount - 1) * 3600 + (60 - minuteInterval) * 60 + 60 - secondInterval }

    /// The greatest time that is not after `seconds`; 0 for what is before it.
    func floor(_ seconds: Int) -> Int {
        guard seconds > 0 else { return 0 }
        guard seconds < last else { return last }
        let hours = seconds / 3600
        let minutes = seconds % 3600 / 60
        let shownMinutes = minutes / minuteInterval * minuteInterval
        let rest = shownMinutes < minutes ? 59 : seconds % 60
        return hours * 3600 + shownMinutes * 60 + rest / secondInterval * secondInterval
    }

    /// The least time that is not before `seconds`; the last one for what is after it.
    func ceiling(_ seconds: Int) -> Int {
        guard seconds > 0 else { return 0 }
        guard seconds < last else { return last }
        let floor = floor(seconds)
        guard floor < seconds else { return floor }
        let hours = floor / 3600
        let minutes = floor % 3600 / 60
        let next = floor % 60 + secondInterval
        if next < 60 { return hours * 3600 + minutes * 60 + next }
        // A last minute is followed by the next hour's first.
        return hours * 3600 + (minutes + minuteInterval) * 60
    }

    /// The time nearest to `seconds` that is not before `minimum` nor after `maximum`; where no time
    /// lies between them, the last one before.
    func nearest(to seconds: Int, from minimum: Int, to maximum: Int) -> Int {
        let low = ceiling(minimum)
        let high = floor(maximum)
        guard low <= high else { return floor(minimum) }
        let before = floor(seconds)
        let after = ceiling(seconds)
        return (seconds - before <= after - seconds ? before : after).clamped(from: low, to: high)
    }

    /// Whether so many minutes or seconds divide an hour or a minute into equal parts.
    static func isInterval(_ count: Int) -> Bool { (1...30).contains(count) && 60 % count == 0 }
}
