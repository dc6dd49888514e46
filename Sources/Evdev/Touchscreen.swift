import CEvdev
import Glibc

/// A touchscreen on one of the kernel's event devices.
///
/// When `descriptor` is readable, call `readReports(at:)`.
package final class Touchscreen {
    package let path: String
    package let device: DeviceDescription
    /// Readable when there are reports, and when the device is gone.
    package let descriptor: CInt
    /// Why the requested grab has failed; `EBUSY` if another program has grabbed the device.
    package private(set) var grabError: EvdevError?
    /// How many times the kernel has dropped events because they were not read in time.
    package private(set) var overruns = 0

    /// Called with each event before it is handled, with its time on the monotonic clock, to record
    /// it.
    ///
    /// After `SYN_DROPPED`, events follow that report what has changed meanwhile.
    package var onEvent: ((EvemuRecording.Event) -> Void)?

    /// Whether to withhold the events, if the device was opened so. Cancel its contacts afterwards.
    package var hasGrab = true {
        didSet {
            guard grabs, hasGrab != oldValue else { return }
            if hasGrab { grabError = Self.grab(evdev, path: path) } else { releaseGrab() }
        }
    }

    private let grabs: Bool
    private let evdev: OpaquePointer
    private var table: SlotTable
    /// The result of the last read. The next read reuses its memory.
    private var reports = ContactReports()
    /// The fuzz of the kernel's filters as it was found, by axis.
    private let filters: [(code: UInt32, fuzz: Int32)]
    private var lastTime = Duration.zero

    /// Opens the device at `path`, such as `/dev/input/event3`.
    ///
    /// - Parameters:
    ///   - quirks: corrections of the device's description. They are applied to `device`.
    ///   - grabs: whether to withhold the events from other programs, such as the console. A
    ///     failure is not thrown; see `grabError`.
    /// - Throws: `EvdevError.failed` if the device cannot be opened or queried, `.rejected` if it
    ///   cannot be used as a touchscreen.
    package init(
        path: String, quirks: TouchscreenQuirks = TouchscreenQuirks(), grabs: Bool = false
    ) throws(EvdevError) {
        let descriptor = try Self.open(path)
        let evdev: OpaquePointer
        do {
            evdev = try Self.identify(descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        device = quirks.corrected(DeviceDescription(evdev))
        filters = Self.removeFilters(evdev, quirks)
        do {
            try Self.synchronise(evdev, path: path)
            table = try Self.table(evdev, device, quirks, path: path)
        } catch {
            Self.restore(filters, evdev)
            libevdev_free(evdev)
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
        self.evdev = evdev
        self.grabs = grabs
        grabError = grabs ? Self.grab(evdev, path: path) : nil
    }

    /// The description of the device at `path`, whether it can be used as a touchscreen or not.
    package static func description(
        ofDeviceAt path: String
    ) throws(EvdevError) -> DeviceDescription {
        let descriptor = try open(path)
        defer { close(descriptor) }
        let evdev = try identify(descriptor, path: path)
        defer { libevdev_free(evdev) }
        return DeviceDescription(evdev)
    }

    deinit {
        Self.restore(filters, evdev)
        // Closing the descriptor also ends the grab.
        libevdev_free(evdev)
        close(descriptor)
    }

    /// Reads all reports that have changes, with contacts in the order of `SlotTable.contacts`.
    ///
    /// When the device is gone, the last report cancels its contacts.
    ///
    /// - Parameter now: the present time, which changes get that were not read as they happened:
    ///   another program had grabbed the device.
    package func readReports(at now: Duration) -> ContactReports {
        reports.removeAll()
        if regrab() {
            Self.readState(of: evdev) { event in
                if handle(event, since: now) { reports.append(table.contacts, at: lastTime) }
            }
        }
        var flag = LIBEVDEV_READ_FLAG_NORMAL
        while true {
            var event = input_event()
            let status = libevdev_next_event(evdev, flag.rawValue, &event)
            switch status {
            case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                read(event)
            case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                // The first one is SYN_DROPPED. The others report what has changed meanwhile.
                if flag == LIBEVDEV_READ_FLAG_NORMAL { overruns += 1 }
                flag = LIBEVDEV_READ_FLAG_SYNC
                read(event)
            case -EAGAIN where flag == LIBEVDEV_READ_FLAG_SYNC:
                flag = LIBEVDEV_READ_FLAG_NORMAL
            case -EAGAIN:
                return reports
            case -EINTR:
                continue
            case -ENODEV:
                if table.cancelContacts() { reports.append(table.contacts, at: lastTime) }
                reports.source = .gone
                return reports
            default:
                reports.source = .failed(.failed("read", path: path, errno: -status))
                return reports
            }
        }
    }

    /// Ends the grab. This fails for a device that is gone, which has no grab either.
    package func releaseGrab() {
        _ = libevdev_grab(evdev, LIBEVDEV_UNGRAB)
    }

    /// The events that change a device with all values 0 to the present state, except for contacts.
    ///
    /// The kernel does not send unchanged values. In a recording without these events, a finger
    /// that lands where the last one lifted would be at 0, 0. Use this before reading.
    package var eventsOfState: [EvemuRecording.Event] {
        var events: [EvemuRecording.Event] = []
        func append(_ code: UInt16, _ value: Int32) {
            events.append(
                EvemuRecording.Event(time: lastTime, type: UInt16(EV_ABS), code: code, value: value)
            )
        }
        var named: Int32 = 0
        for slot in 0..<max(0, libevdev_get_num_slots(evdev)) {
            for code in UInt16(ABS_MT_TOUCH_MAJOR)...UInt16(ABS_MT_TOOL_Y)
            where Int32(code) != ABS_MT_TRACKING_ID {
                let value = libevdev_get_slot_value(evdev, UInt32(slot), UInt32(code))
                guard value != 0 else { continue }
                if named != slot { append(UInt16(ABS_MT_SLOT), slot) }
                named = slot
                append(code, value)
            }
        }
        let current = max(0, libevdev_get_current_slot(evdev))
        if current != named { append(UInt16(ABS_MT_SLOT), current) }
        for code in device.axes.keys.sorted() where Int32(code) < ABS_MT_SLOT {
            let value = libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(code))
            if value != 0 { append(code, value) }
        }
        if !events.isEmpty {
            events.append(
                EvemuRecording.Event(
                    time: lastTime, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
        }
        return events
    }

    /// Cancels all contacts, and ignores fingers that are down until they lift: for a panel that is
    /// locked, switched off or resumed.
    ///
    /// Unread events are discarded, and the state is queried. So a finger that has just landed
    /// counts as down.
    package func cancelContacts(at time: Duration) -> ContactReports {
        reports.removeAll()
        if table.cancelContacts() { reports.append(table.contacts, at: time) }
        Self.readState(of: evdev) { _ = handle($0, since: time) }
        _ = table.cancelContacts()
        return reports
    }

    /// The fuzz of the kernel's filters before we switched them off, by event code, in device
    /// units.
    package var removedFuzz: [UInt16: Int32] {
        Dictionary(
            filters.map { (UInt16($0.code), $0.fuzz) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends the contact of a silent single-touch device as if the finger had lifted. See
    /// `SlotTable.releaseContact()`.
    package func releaseContact(at time: Duration) -> ContactReports {
        reports.removeAll()
        if table.releaseContact() { reports.append(table.contacts, at: time) }
        return reports
    }

    /// Tries again to grab a device that another program had grabbed. Returns whether it succeeded.
    ///
    /// The kernel does not repeat what the other program has received: the state must be queried.
    private func regrab() -> Bool {
        guard hasGrab, grabError != nil, Self.grab(evdev, path: path) == nil else { return false }
        grabError = nil
        return true
    }

    private func read(_ event: input_event) {
        if handle(event) { reports.append(table.contacts, at: lastTime) }
    }

    /// Discards unread events, queries the state, and passes the events that report what has
    /// changed. Their time is that of the last event which was read. The result is -EAGAIN, or an
    /// error, which the next read returns too.
    @discardableResult
    private static func readState(
        of evdev: OpaquePointer, _ body: (input_event) -> Void = { _ in }
    ) -> CInt {
        var event = input_event()
        // The first call passes no event.
        var status = libevdev_next_event(evdev, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event)
        let isSynchronising = CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        while status == isSynchronising {
            status = libevdev_next_event(evdev, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
            if status == isSynchronising { body(event) }
        }
        return status
    }

    /// Handles an event, which was not before `earliest`. Returns whether it has ended a report
    /// with changes.
    private func handle(_ event: input_event, since earliest: Duration = .zero) -> Bool {
        lastTime = max(Duration(of: event), earliest)
        onEvent?(
            EvemuRecording.Event(
                time: lastTime, type: event.type, code: event.code, value: event.value))
        return table.handle(type: event.type, code: event.code, value: event.value)
    }

    // MARK: - Opening

    private static func open(_ path: String) throws(EvdevError) -> CInt {
        // Reading suffices; writing is only for drivers that accept events.
        for access in [O_RDWR, O_RDONLY] {
            let descriptor = Glibc.open(path, access | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard access == O_RDWR, [EACCES, EPERM, EROFS].contains(errno) else { break }
        }
        throw .failed("open", path: path, errno: errno)
    }

    private static func identify(
        _ descriptor: CInt, path: String
    ) throws(EvdevError) -> OpaquePointer {
        var evdev: OpaquePointer?
        let status = libevdev_new_from_fd(descriptor, &evdev)
        guard status >= 0, let evdev else {
            throw .failed("identify (libevdev_new_from_fd)", path: path, errno: -status)
        }
        // Otherwise libevdev would print a line for each malformed event of a faulty panel.
        evdev_silence_log(evdev)
        return evdev
    }

    /// Switches the kernel's filters off. Returns those that it had.
    ///
    /// After a finger has lifted, a filter keeps the slot's old position, which distorts the next
    /// touch near it. `device` has the fuzz for filters of our own. If this fails, the touchscreen
    /// is still usable.
    private static func removeFilters(
        _ evdev: OpaquePointer, _ quirks: TouchscreenQuirks
    ) -> [(code: UInt32, fuzz: Int32)] {
        var codes = [ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_X, ABS_Y].map { UInt32($0) }
        if let axes = quirks.axes { codes += [UInt32(axes.x), UInt32(axes.y)] }
        return codes.compactMap { code in
            setFuzz(0, of: code, evdev).map { (code: code, fuzz: $0) }
        }
    }

    /// Switches filters on again, so that the next program finds their fuzz.
    private static func restore(
        _ filters: [(code: UInt32, fuzz: Int32)], _ evdev: OpaquePointer
    ) {
        for (code, fuzz) in filters { _ = setFuzz(fuzz, of: code, evdev) }
    }

    /// Sets the clock, and reads the state again.
    private static func synchronise(_ evdev: OpaquePointer, path: String) throws(EvdevError) {
        let status = libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        guard status >= 0 else {
            throw .failed("set the clock of (EVIOCSCLOCKID)", path: path, errno: -status)
        }
        // Setting the clock has discarded queued events, and a finger may have changed since
        // libevdev first read the state. From here on, state and events are consistent.
        let result = readState(of: evdev)
        guard result == -EAGAIN else {
            throw .failed("read the state of", path: path, errno: -result)
        }
    }

    /// Changes the fuzz of the kernel's filter of an axis. Returns the old one if it has changed.
    private static func setFuzz(
        _ fuzz: Int32, of code: UInt32, _ evdev: OpaquePointer
    ) -> Int32? {
        guard let found = libevdev_get_abs_info(evdev, code)?.pointee, found.fuzz != fuzz else {
            return nil
        }
        var changed = found
        changed.fuzz = fuzz
        return libevdev_kernel_set_abs_info(evdev, code, &changed) >= 0 ? found.fuzz : nil
    }

    private static func table(
        _ evdev: OpaquePointer, _ device: DeviceDescription, _ quirks: TouchscreenQuirks,
        path: String
    ) throws(EvdevError) -> SlotTable {
        do {
            return try SlotTable(
                of: device, indicator: quirks.indicator(of: device), axisMap: quirks.axes,
                state: DeviceState(evdev, quirks.axes), recovery: .replay)
        } catch {
            throw .rejected(path: path, error)
        }
    }

    private static func grab(_ evdev: OpaquePointer, path: String) -> EvdevError? {
        let status = libevdev_grab(evdev, LIBEVDEV_GRAB)
        return status >= 0 ? nil : .failed("grab (EVIOCGRAB)", path: path, errno: -status)
    }
}
