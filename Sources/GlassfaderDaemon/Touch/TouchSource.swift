import Evdev

/// Where contacts come from: a touchscreen, a recording of one, or a program that poses as one.
protocol TouchSource: AnyObject {
    /// What the device says of itself.
    var device: DeviceDescription { get }
    /// What to wait for before reading on.
    var readiness: TouchReadiness { get }
    /// How often events were lost because they were not read in time.
    var overruns: Int { get }

    /// Reads the reports there are up to `now`.
    ///
    /// When the source is gone, the last one cancels its contacts.
    func readReports(until now: Duration) -> ContactReports

    /// Ends every contact as cancelled, and ignores the fingers until they lift.
    func cancelContacts(at time: Duration) -> ContactReports

    /// Ends the contact of a single-touch device that is silent, as if the finger had lifted.
    func releaseContact(at time: Duration) -> ContactReports
}

extension Touchscreen: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    // Whatever can be read has happened.
    func readReports(until now: Duration) -> ContactReports { readReports() }
}

extension TouchscreenPipe: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    // Whatever can be read has happened.
    func readReports(until now: Duration) -> ContactReports { readReports() }
}
