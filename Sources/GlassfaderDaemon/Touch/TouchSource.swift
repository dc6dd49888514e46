import Evdev

/// A source of contacts: a touchscreen, a recording, or a program that simulates a touchscreen.
protocol TouchSource: AnyObject {
    /// The device's description.
    var device: DeviceDescription { get }
    /// What must happen before the next read.
    var readiness: TouchReadiness { get }
    /// How many times events were lost because they were not read in time.
    var overruns: Int { get }

    /// Reads the reports up to `now`.
    ///
    /// When the source is gone, the last report cancels its contacts.
    func readReports(until now: Duration) -> ContactReports

    /// Cancels all contacts, and ignores their fingers until they lift.
    func cancelContacts(at time: Duration) -> ContactReports

    /// Ends the contact of a silent single-touch device, as if the finger had lifted.
    func releaseContact(at time: Duration) -> ContactReports
}

extension Touchscreen: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    // All readable reports lie in the past.
    func readReports(until now: Duration) -> ContactReports { readReports(at: now) }
}

extension TouchscreenPipe: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    // All readable reports lie in the past.
    func readReports(until now: Duration) -> ContactReports { readReports(at: now) }
}
