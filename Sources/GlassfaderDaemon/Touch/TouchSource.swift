import Evdev

/// Where contacts come from: a touchscreen, a recording of one, or a program that poses as one.
protocol TouchSource: AnyObject {
    /// What the device says of itself.
    var device: DeviceDescription { get }
    /// What to wait for before reading on.
    var readiness: TouchReadiness { get }
    /// How often events were lost because they were not read in time.
    var overruns: Int { get }

    /// Delivers the reports there are up to `now`, each with its time and the contacts that it
    /// has news of.
    ///
    /// When the source is gone, its contacts have been delivered as cancelled.
    func readReports(
        until now: Duration, _ deliver: (_ time: Duration, _ contacts: [Contact]) -> Void
    ) throws(EvdevError) -> Touchscreen.Presence

    /// Ends every contact as cancelled, and ignores the fingers until they lift.
    func cancelContacts(
        at time: Duration, _ deliver: (_ time: Duration, _ contacts: [Contact]) -> Void)

    /// Ends the contact of a single-touch device that is silent, as if the finger had lifted.
    func releaseContact(
        at time: Duration, _ deliver: (_ time: Duration, _ contacts: [Contact]) -> Void)
}

extension Touchscreen: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    func readReports(
        until now: Duration, _ deliver: (_ time: Duration, _ contacts: [Contact]) -> Void
    ) throws(EvdevError) -> Presence {
        // Whatever can be read has happened.
        try readReports(deliver)
    }
}

extension TouchscreenPipe: TouchSource {
    var readiness: TouchReadiness { .readable(descriptor: descriptor) }

    func readReports(
        until now: Duration, _ deliver: (_ time: Duration, _ contacts: [Contact]) -> Void
    ) throws(EvdevError) -> Touchscreen.Presence {
        // Whatever can be read has happened.
        try readReports(deliver)
    }
}
