import Evdev

/// A source of contacts: a touchscreen, a recording, or a program that simulates a touchscreen.
protocol TouchSource: AnyObject {
    /// The device's description.
    var device: DeviceDescription { get }
    /// What must happen before the next read.
    var readiness: TouchReadiness { get }
    /// How many times events were lost because they were not read in time.
    var overruns: Int { get }
    /// Whether the times of reports follow the clock.
    var keepsTime: Bool { get }
    /// Whether programs write the events: the source is there again for the next writer after the
    /// last one has left.
    var hasWriters: Bool { get }
    /// The fuzz of the kernel's filters before they were switched off, by event code, in device
    /// units.
    var removedFuzz: [UInt16: Int32] { get }

    /// Reads the reports up to `now`.
    ///
    /// When the source is gone, the last report cancels its contacts.
    func readReports(until now: Duration) -> ContactReports

    /// Cancels all contacts, and ignores their fingers until they lift.
    func cancelContacts(at time: Duration) -> ContactReports

    /// Ends the contact of a silent single-touch device, as if the finger had lifted.
    func releaseContact(at time: Duration) -> ContactReports

    /// Withholds the events from other programs, or lets them have them, if the source can do so.
    func setGrab(_ isWanted: Bool)

    /// Opens a source with writers again, for the next one.
    func reopen() throws(EvdevError)
}

/// What most sources are: in time, without filters, without other readers, and gone at their end.
extension TouchSource {
    var keepsTime: Bool { true }
    var hasWriters: Bool { false }
    var removedFuzz: [UInt16: Int32] { [:] }
    func setGrab(_ isWanted: Bool) {}
    func reopen() throws(EvdevError) {}
}

extension Touchscreen: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }
    func setGrab(_ isWanted: Bool) { hasGrab = isWanted }

    // All readable reports lie in the past.
    func readReports(until now: Duration) -> ContactReports { readReports(at: now) }
}

extension TouchscreenPipe: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }
    var hasWriters: Bool { true }

    // All readable reports lie in the past.
    func readReports(until now: Duration) -> ContactReports { readReports(at: now) }
}
