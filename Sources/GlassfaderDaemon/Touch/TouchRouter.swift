import Controls
import Drawing
import Evdev
import EventLoop

/// Reads touchscreens when they have reports, and turns the reports into the window's touches.
final class TouchRouter {
    /// The devices that are read, in the order in which they were added.
    private(set) var devices: [TouchDevice] = []
    /// Called when a device is gone, or a recording has ended. The device has not been removed yet.
    var onLoss: ((TouchDevice) throws -> Void)?
    /// Called after a report of a touchscreen, even if no touch results.
    var onReport: (() throws -> Void)?
    /// Called with each contact of a touchscreen that covers the display, as the device reports it.
    var onContact: ((Contact, TouchDevice) -> Void)?
    /// Draws the contacts; `nil` without `--show-touches`.
    var overlay: TouchOverlay?

    let window: Window
    let log: Log
    /// The picture that touches are mapped to.
    var picture: TouchedPicture
    /// The connector of the screen that shows the panel; nil if there is none.
    var connector: String?
    /// Whether there has been a picture to touch.
    var isShown = false

    let loop: EventLoop
    private var sleepDetector: SleepDetector
    private var ignoresTouches = false

    /// Makes a router without devices.
    init(to window: Window, loop: EventLoop, log: Log) {
        self.window = window
        self.loop = loop
        self.log = log
        sleepDetector = SleepDetector(timeSuspended: loop.timeSuspended)
        picture = TouchedPicture(size: window.bounds.size)
    }

    // MARK: Devices

    /// Starts to read a device. A device that cannot report anything is lost at once.
    func add(_ device: TouchDevice) throws {
        devices.append(device)
        didMap(device)
        if device.description.releaseTimeout != nil {
            device.silence = try loop.timer(at: nil) { [unowned self, unowned device] now in
                route(device.source.releaseContact(at: now), of: device)
                // A stage may hold the end back.
                try waitForDeadline(of: device)
            }
        }
        try waitForFirstReport(of: device)
    }

    /// Stops reading a device and ends its touches.
    func remove(_ device: TouchDevice) throws {
        // Before the descriptor is closed: if another process has the device open, epoll keeps it.
        try device.wakeUp?.disarm()
        device.wakeUp = nil
        device.silence = nil
        device.deadlineTimer = nil
        send(device.pipeline.finish(at: loop.now), of: device)
        devices.removeAll { $0 === device }
        updateTapSlop()
    }

    // MARK: Reports

    func read(_ device: TouchDevice) throws {
        cancelAfterSuspension()
        let now = loop.now
        let reports = device.source.readReports(until: now)
        route(reports, of: device)
        if case .failed(let error) = reports.source {
            log("\(error)", event: .touchscreenFailed, about: .device(device.name))
            cancelContacts(of: device, reason: .deviceLost)
            try onLoss?(device)
            return
        }
        if let line = device.noteReading(at: now) {
            log(line, .warning, about: .device(device.name))
        }
        // After the reports: the touch that wakes the panel has been ignored by now.
        if !reports.isEmpty { try onReport?() }
        if reports.source == .gone {
            guard try waitForWriter(of: device) else {
                try onLoss?(device)
                return
            }
        }
        try waitForNextReport(of: device)
    }

    /// Passes reports through the pipeline to the window. `reason` is for contacts that the device
    /// cancels.
    private func route(
        _ reports: ContactReports, of device: TouchDevice,
        cancelledBy reason: Touch.CancellationReason = .deviceLost
    ) {
        let now = loop.now
        // By index: iterating over a collection of another module would call slow generic code.
        for place in reports.indices {
            let report = reports[place]
            // Touches that a report cancels end at the report's time, so that events are in order.
            // The clock of a touchscreen may be ahead.
            window.noteTime(min(report.time, now))
            if let symptom = device.symptoms.examine(report.contacts, at: report.time) {
                log(
                    "\(device.name): \(symptom)", event: .touchscreenSuspect,
                    about: .device(device.name))
            }
            show(report.contacts, of: device)
            if !device.keepsTime, let deadline = device.pipeline.nextDeadline,
                deadline <= report.time
            {
                send(device.pipeline.advance(to: deadline), of: device)
            }
            // The source cancels lost contacts, and the pipeline cancels contacts that are not
            // fingers.
            let isLost = report.contacts.contains { $0.phase == .cancelled }
            send(
                device.pipeline.process(report.contacts, at: report.time), of: device,
                cancelledBy: isLost ? reason : .palm)
        }
    }

    func send(
        _ updates: [TouchUpdate], of device: TouchDevice,
        cancelledBy reason: Touch.CancellationReason = .palm
    ) {
        guard !ignoresTouches else { return }
        for update in updates {
            overlay?.show(update, of: device.number)
            window.handleTouch(
                Window.ContactPhase(update.phase, cancelledBy: reason),
                Window.Contact(
                    device: device.number, number: update.number, slot: update.slot),
                at: picture.point(x: update.x, y: update.y), time: update.time)
        }
    }

    private func show(_ contacts: some Collection<Contact>, of device: TouchDevice) {
        guard overlay != nil || onContact != nil else { return }
        for contact in contacts {
            onContact?(contact, device)
            guard let overlay else { continue }
            let point = device.pipeline.point(of: contact)
            overlay.show(contact, of: device.number, at: picture.point(x: point.x, y: point.y))
        }
    }

    // MARK: Cancelling

    /// Cancels the touches of one device, and ignores its fingers until they lift.
    func cancelContacts(of device: TouchDevice, reason: Touch.CancellationReason) {
        route(device.source.cancelContacts(at: loop.now), of: device, cancelledBy: reason)
        send(device.pipeline.finish(at: loop.now), of: device)
    }

    /// Cancels all touches. Fingers that are down are ignored until they lift.
    func cancelAll(reason: Touch.CancellationReason) {
        for device in devices { cancelContacts(of: device, reason: reason) }
    }

    /// Whether touches are ignored because the display is dimmed or blank. The router ignores the
    /// finger that wakes the display until it lifts.
    var isAsleep = false {
        didSet { updateIgnoring() }
    }

    /// Whether touches are ignored because another console is shown. Its programs have the
    /// touchscreens meanwhile.
    var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            for device in devices { device.source.setGrab(!isHidden) }
            updateIgnoring()
        }
    }

    private func updateIgnoring() {
        let mustIgnore = isAsleep || isHidden
        guard mustIgnore != ignoresTouches else { return }
        if mustIgnore {
            cancelAll(reason: .lock)
        } else {
            for device in devices { send(device.pipeline.ignoreContacts(at: loop.now), of: device) }
        }
        ignoresTouches = mustIgnore
    }

    /// Cancels all touches if the machine was suspended: a finger's movements meanwhile are
    /// unknown, and the contact may be another finger now.
    ///
    /// Call it when the machine may have resumed. `read(_:)` calls it too, since the event loop may
    /// handle a report first.
    func cancelAfterSuspension() {
        if sleepDetector.noticeSleep(timeSuspended: loop.timeSuspended) {
            cancelAll(reason: .suspend)
        }
    }
}

extension Window.ContactPhase {
    fileprivate init(_ phase: Contact.Phase, cancelledBy reason: Touch.CancellationReason) {
        switch phase {
        case .began: self = .began
        case .moved: self = .moved
        case .ended: self = .ended
        case .cancelled: self = .cancelled(reason)
        }
    }
}
