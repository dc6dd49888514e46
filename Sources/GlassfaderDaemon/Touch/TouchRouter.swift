import Controls
import Drawing
import Evdev
import EventLoop

/// Reads touchscreens when they have reports, and makes the window's touches of these.
final class TouchRouter {
    /// What is read, in the order in which it was added.
    private(set) var devices: [TouchDevice] = []
    /// Called with a device that is gone, or a recording that is over. It is still read.
    var onLoss: ((TouchDevice) throws -> Void)?
    /// Called after the reports of a touchscreen that lies on the display, whatever became of them.
    var onReport: (() throws -> Void)?
    /// Shows where the fingers are, if anything does.
    var overlay: TouchOverlay?

    let window: Window
    let log: (String) -> Void
    /// The picture that touches are mapped to.
    var picture: TouchedPicture
    /// The connector of the screen that shows the panel; nil while there is none.
    var connector: String?

    let loop: EventLoop
    private let timeSuspended: () -> Duration
    private var sleepDetector: SleepDetector
    private var ignoresTouches = false

    /// A router without devices. `timeSuspended` gives how long the machine has slept in all.
    init(
        to window: Window, loop: EventLoop, timeSuspended: @escaping () -> Duration,
        log: @escaping (String) -> Void
    ) {
        self.window = window
        self.loop = loop
        self.timeSuspended = timeSuspended
        self.log = log
        sleepDetector = SleepDetector(timeSuspended: timeSuspended())
        picture = TouchedPicture(size: window.bounds.size)
    }

    // MARK: Devices

    /// Begins to read a device. One that has nothing to give is lost at once.
    func add(_ device: TouchDevice) throws {
        devices.append(device)
        didPlace(device)
        if device.description.releaseTimeout != nil {
            device.silence = try loop.timer(at: nil) { [unowned self, unowned device] now in
                route(device.source.releaseContact(at: now), of: device)
            }
        }
        try beginWaiting(for: device)
    }

    /// Reads a device no more, and ends its touches.
    func remove(_ device: TouchDevice) throws {
        // At once: this may be the source's own handler, which outlives the descriptor, and whoever
        // else has the device open would keep a closed one in the event loop.
        try device.wakeUp?.disarm()
        device.wakeUp = nil
        device.silence = nil
        device.deadlineTimer = nil
        send(device.pipeline.finish(at: loop.now), of: device)
        devices.removeAll { $0 === device }
    }

    // MARK: Reports

    func read(_ device: TouchDevice) throws {
        cancelAfterSuspension()
        let reports = device.source.readReports(until: loop.now)
        route(reports, of: device)
        if case .failed(let error) = reports.source {
            log("\(error)")
            cancelContacts(of: device, reason: .deviceLost)
            try onLoss?(device)
            return
        }
        if let line = device.noteReading(at: loop.now) { log(line) }
        // After the reports: a finger that wakes the panel has been passed over by now.
        if device.lies(on: connector) { try onReport?() }
        if reports.source == .gone {
            guard try waitForWriter(of: device) else {
                try onLoss?(device)
                return
            }
        }
        try waitOn(for: device)
    }

    /// Sends what reports make of touches to the window. `reason` is why contacts are cancelled
    /// that the device cancels.
    private func route(
        _ reports: ContactReports, of device: TouchDevice,
        cancelledBy reason: Touch.CancellationReason = .deviceLost
    ) {
        for report in reports {
            if let symptom = device.symptoms.examine(report.contacts, at: report.time) {
                log("\(device.name): \(symptom)")
            }
            show(report.contacts, of: device)
            if !device.keepsTime, let deadline = device.pipeline.nextDeadline,
                deadline <= report.time
            {
                send(device.pipeline.advance(to: deadline), of: device)
            }
            // The source cancels contacts when it is gone, the pipeline those that are no fingers.
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
        // A finger that is down when the output is another was cancelled by then.
        guard device.lies(on: connector), !ignoresTouches else { return }
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
        guard let overlay, device.lies(on: connector) else { return }
        for contact in contacts {
            let place = device.pipeline.point(of: contact)
            overlay.show(contact, of: device.number, at: picture.point(x: place.x, y: place.y))
        }
    }

    // MARK: Touches that are taken away

    /// Ends the touches of one device as cancelled, and ignores its fingers until they lift.
    func cancelContacts(of device: TouchDevice, reason: Touch.CancellationReason) {
        route(device.source.cancelContacts(at: loop.now), of: device, cancelledBy: reason)
        send(device.pipeline.finish(at: loop.now), of: device)
    }

    /// Takes every touch away. The fingers that are there do nothing until they have lifted.
    func cancelAll(reason: Touch.CancellationReason) {
        for device in devices { cancelContacts(of: device, reason: reason) }
    }

    /// Whether the panel is dark. Then nothing touches it, and the finger that wakes it does nothing
    /// else until it has lifted.
    var isDark = false {
        didSet { updateBarrier() }
    }

    /// Whether something else is shown where the panel was. Then nothing touches it.
    var isHidden = false {
        didSet { updateBarrier() }
    }

    private func updateBarrier() {
        let isBarred = isDark || isHidden
        guard isBarred != ignoresTouches else { return }
        // Barred, while fingers still touch what they touched; let through, while none does yet.
        cancelAll(reason: .lock)
        ignoresTouches = isBarred
    }

    /// Takes every touch away if the machine has slept: what a finger did meanwhile is not known,
    /// and it may be another one by now.
    ///
    /// To be called when the machine may just have woken up. Before anything is read it is looked
    /// for as well: which of the two comes first is the event loop's choice.
    func cancelAfterSuspension() {
        if sleepDetector.noticeSleep(timeSuspended: timeSuspended()) { cancelAll(reason: .suspend) }
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
