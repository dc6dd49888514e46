import Controls
import EventLoop
import Glibc

extension EventLoop {
    /// Reads the local time of day, by the system's clock and time zone.
    func readClock() -> ClockReading {
        var date = timespec()
        clock_gettime(CLOCK_REALTIME, &date)
        let time = exactTime
        // The time zone may have changed. It is checked once a minute, not each second: tzset()
        // follows the link /etc/localtime, which may wait for a disk or the network.
        if date.tv_sec % 60 == 0 { tzset() }
        var local = tm()
        localtime_r(&date.tv_sec, &local)
        // A leap second is shown as the last one of its minute.
        let seconds =
            Int(local.tm_hour) * 3600 + Int(local.tm_min) * 60 + min(Int(local.tm_sec), 59)
        return ClockReading(time: time, timeOfDay: .seconds(seconds) + .nanoseconds(date.tv_nsec))
    }
}
