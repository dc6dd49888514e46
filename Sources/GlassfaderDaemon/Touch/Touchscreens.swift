import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel

/// Everything that touches the panel: finds touchscreens, follows them as they come and go, and
/// hands their touches to the window.
final class Touchscreens {
    /// Told when a touchscreen has come or gone.
    var onChange: (() -> Void)?
    /// Told when a recording has been played.
    var onEndOfRecording: (() throws -> Void)?
    /// Shows where the fingers are, if anything does.
    var overlay: TouchOverlay?

    private let window: Window
    private var selection: DeviceSelection
    private let loop: EventLoop
    private let log: (String) -> Void
    private let timeSuspended: () -> Duration
    private var sleepDetector: SleepDetector
    private var picture: TouchedPicture
    /// The connector of the screen that shows the panel; nil while there is none.
    private var connector: String?
    private var devices: [TouchDevice] = []
    private var deviceCount = 0
    private var finder: TouchscreenFinder?
    private var finderSource: EventSource?
    /// What was said last of a node that cannot be read.
    private var complaints: [String: String] = [:]
    private var reopenings: [String: Reopening] = [:]
    private var ignoresTouches = false
    /// Told of every report of a touchscreen that lies on the display, whatever becomes of it.
    var onReport: (() throws -> Void)?

    /// A touchscreen that was lost, and is looked for at its node once more.
    private struct Reopening {
        var delay: Duration
        var timer: EventSource?
        /// What the kernel's filters were, which a device that was taken away cannot put back.
        var fuzz: [UInt16: Int32]

        static let shortestDelay = Duration.milliseconds(500)
        static let longestDelay = Duration.seconds(30)
    }

    /// Nothing is read before `follow()` or `play(_:named:)` is called. `timeSuspended` says how
    /// long the machine has slept in all.
    init(
        touching window: Window, selection: DeviceSelection, loop: EventLoop,
        timeSuspended: @escaping () -> Duration, log: @escaping (String) -> Void
    ) {
        self.window = window
        self.selection = selection
        self.loop = loop
        self.log = log
        self.timeSuspended = timeSuspended
        sleepDetector = SleepDetector(timeSuspended: timeSuspended())
        picture = TouchedPicture(size: window.bounds.size)
    }

    /// How many there are.
    var count: Int { devices.count }

    // MARK: Devices

    /// Reads every touchscreen that is wanted, whether it is there or comes.
    func follow() throws {
        let finder = try TouchscreenFinder { [unowned self] in selection.accepts($0) }
        self.finder = finder
        finderSource = try loop.readable(finder.descriptor) { [unowned self] in
            try readChanges()
        }
        try readChanges()
        guard devices.isEmpty else { return }
        let wanted = selection.wanted.map(\.description).joined(separator: " or ")
        log("no touchscreen \(wanted.isEmpty ? "" : wanted + " ")yet; waiting for one")
    }

    /// Reads devices as another panel file says. One of which that says the same is read on; others
    /// are opened anew or let go, and their touches are cancelled.
    func follow(_ selection: DeviceSelection) throws {
        self.selection = selection
        guard finder != nil else { return }
        let changed = devices.filter { device in
            guard let node = device.node else { return false }
            return !selection.accepts(node)
                || selection.touchscreen(at: node) != device.description
                || selection.output(of: node) != device.output
        }
        for device in changed {
            log("\(device.name): the panel file says something else of it")
            cancelContacts(of: device, reason: .deviceLost)
            try stopReading(device)
        }
        complaints = [:]
        // It finds those that were not wanted before, too; those that are read are left alone.
        try follow()
    }

    private func readChanges() throws {
        var changes: [TouchscreenFinder.Change] = []
        try finder?.readChanges { changes.append($0) }
        for change in changes { try take(change) }
    }

    private func take(_ change: TouchscreenFinder.Change) throws {
        switch change {
        case .appeared(let node):
            try open(node)
        case .vanished(let path):
            complaints[path] = nil
            reopenings[path] = nil
            try close(path)
        }
    }

    private func open(_ node: TouchscreenNode) throws {
        guard !devices.contains(where: { $0.name == node.path }) else { return }
        // What a port is set to follows whatever is plugged into it.
        let description = selection.touchscreen(at: node)
        let fuzz = node.fuzz.merging(reopenings[node.path]?.fuzz ?? [:]) { udev, _ in udev }
        do {
            let touchscreen = try Touchscreen(
                path: node.path, quirks: TouchscreenQuirks(description, fuzz: fuzz),
                grabs: description.grab)
            complaints[node.path] = nil
            let place = node.pluggedInto.map { " at \($0)" } ?? ""
            log("reading \(node.path), \(touchscreen.device.name.quotedForLog)\(place)")
            if let error = touchscreen.grabError { log("\(error); sharing the touchscreen") }
            try add(
                touchscreen, name: node.path, description, udevCalibration: node.calibration,
                output: selection.output(of: node), node: node)
        } catch let error as EvdevError {
            refuse(node.path, error)
        }
    }

    private func refuse(_ path: String, _ error: EvdevError) {
        switch error {
        case .failed(_, _, ENODEV), .failed(_, _, ENOENT):
            // It was unplugged again already.
            finder?.forget(path: path)
        case .failed:
            complain(of: path, error)
            finder?.forget(path: path)
        case .rejected:
            // What it is does not change before something else is plugged in.
            complain(of: path, error)
        }
    }

    private func complain(of path: String, _ error: EvdevError) {
        guard complaints[path] != error.description else { return }
        complaints[path] = error.description
        log("\(error)")
    }

    /// Plays a recording once.
    func play(
        _ recording: EvemuRecording, named name: String, speed: ReplaySpeed = .recorded
    ) throws {
        let description = selection.touchscreen(ofRecording: recording.device)
        let source = try RecordedTouchscreen(
            recording, from: loop.now, speed: speed, quirks: TouchscreenQuirks(description))
        try add(source, name: name, description)
    }

    /// Reads what a program that poses as a touchscreen writes to a pipe.
    func read(pipe path: String) throws {
        let device = try EvemuRecording.device(inFileAt: path + ".desc")
        let description = selection.touchscreen(ofRecording: device)
        let source = try TouchscreenPipe(
            path: path, device: device, quirks: TouchscreenQuirks(description))
        log("reading events from \(path)")
        try add(source, name: path, description)
    }

    /// Begins to read a source of contacts. `output` is the connector of the screen that it lies
    /// on; nil if that does not matter.
    func add(
        _ source: any TouchSource, name: String, _ description: TouchscreenDescription,
        udevCalibration: String? = nil, output: String? = nil, node: TouchscreenNode? = nil
    ) throws {
        deviceCount += 1
        let device = TouchDevice(
            number: deviceCount, name: name, source: source, description: description,
            calibration: CalibrationMatrix(description, udev: udevCalibration) {
                log("\(name): \($0)")
            },
            output: output, picture: picture, at: loop.now)
        device.node = node
        devices.append(device)
        didLayGlass(device)
        onChange?()
        if description.releaseTimeout != nil {
            device.silence = try loop.timer(at: nil) { [unowned self, unowned device] now in
                device.source.releaseContact(at: now) { handle($1, of: device, at: $0) }
            }
        }
        switch source.readiness {
        case .readable: try waitForReports(of: device)
        case .due(let time):
            device.wakeUp = try loop.timer(at: time) { [unowned self, unowned device] _ in
                try read(device)
            }
        case .afterRound:
            // As idle as the end of a round, which is reached first.
            device.wakeUp = try loop.timer(at: loop.now, priority: .idle) {
                [unowned self, unowned device] _ in
                try read(device)
            }
        case .never:
            try remove(device)
        }
    }

    private func waitForReports(of device: TouchDevice) throws {
        guard case .readable(let descriptor) = device.source.readiness else { return }
        device.wakeUp = try loop.readable(descriptor) { [unowned self, unowned device] in
            try read(device)
        }
    }

    private func close(_ path: String) throws {
        guard let device = devices.first(where: { $0.name == path }) else { return }
        cancelContacts(of: device, reason: .deviceLost)
        try remove(device)
    }

    private func remove(_ device: TouchDevice) throws {
        try stopReading(device)
        if device.source is RecordedTouchscreen {
            log("played \(device.name)")
            try onEndOfRecording?()
        } else {
            log("\(device.name) is gone; its touches are cancelled")
            finder?.forget(path: device.name)
            try reopenLater(device)
        }
    }

    private func stopReading(_ device: TouchDevice) throws {
        // At once: this may be the source's own handler, which outlives the descriptor, and whoever
        // else has the device open would keep a closed one in the event loop.
        try device.wakeUp?.disarm()
        device.wakeUp = nil
        device.silence = nil
        device.deadlineTimer = nil
        handle(device.pipeline.finish(at: loop.now), of: device)
        devices.removeAll { $0 === device }
        onChange?()
    }

    /// A device may have been taken away while its node stayed (`EVIOCREVOKE`), and then nothing
    /// tells when it may be opened again.
    private func reopenLater(_ device: TouchDevice) throws {
        let path = device.name
        guard finder != nil, access(path, F_OK) == 0 else { return }
        let isShortLived = loop.now - device.openingTime < Reopening.longestDelay
        let last = isShortLived ? reopenings[path]?.delay : nil
        let delay = last.map { min($0 * 2, Reopening.longestDelay) } ?? Reopening.shortestDelay
        let timer = try loop.timer(at: loop.now + delay) { [unowned self] _ in
            reopenings[path]?.timer = nil
            var changes: [TouchscreenFinder.Change] = []
            finder?.lookAgain(path: path) { changes.append($0) }
            for change in changes { try take(change) }
        }
        let fuzz = (device.source as? Touchscreen)?.removedFuzz ?? [:]
        reopenings[path] = Reopening(
            delay: delay, timer: timer,
            fuzz: fuzz.merging(reopenings[path]?.fuzz ?? [:]) { new, _ in new })
    }

    // MARK: Touches

    private func read(_ device: TouchDevice) throws {
        cancelAfterSuspension()
        let presence: Touchscreen.Presence
        do {
            presence = try device.source.readReports(until: loop.now) { time, contacts in
                handle(contacts, of: device, at: time)
            }
        } catch {
            log("\(error)")
            cancelContacts(of: device, reason: .deviceLost)
            return try remove(device)
        }
        if let line = device.noteReading(at: loop.now) { log(line) }
        // After the reports: a finger that wakes the panel has been passed over by now.
        if device.lies(on: connector) { try onReport?() }
        if presence == .gone {
            guard try waitForWriter(of: device) else { return try remove(device) }
        }
        switch device.source.readiness {
        case .due(let time): try device.wakeUp?.fire(at: time)
        case .afterRound: try device.wakeUp?.fire(at: loop.now)
        case .readable, .never: break
        }
        if let timeout = device.description.releaseTimeout {
            try device.silence?.fire(at: loop.now + timeout)
        }
        try waitForDeadline(of: device)
    }

    /// Opens a pipe again that its last writer has left. Returns whether there is one.
    private func waitForWriter(of device: TouchDevice) throws -> Bool {
        guard let pipe = device.source as? TouchscreenPipe else { return false }
        do throws(EvdevError) {
            try pipe.reopen()
        } catch {
            log("\(error)")
            return false
        }
        try device.wakeUp?.disarm()
        try waitForReports(of: device)
        log("nobody writes to \(device.name) any more; its touches are cancelled")
        return true
    }

    /// Sets a timer while the pipeline keeps something back, and none otherwise. In a recording
    /// that plays faster or slower than it was made, the next report says what the time is.
    private func waitForDeadline(of device: TouchDevice) throws {
        guard device.keepsTime else { return }
        let deadline = device.pipeline.nextDeadline
        guard deadline != device.deadline else { return }
        device.deadline = deadline
        guard let deadline else { return try device.deadlineTimer?.disarm() ?? () }
        if let timer = device.deadlineTimer { return try timer.fire(at: deadline) }
        device.deadlineTimer = try loop.timer(at: deadline) { [unowned self, unowned device] time in
            try passDeadline(of: device, at: time)
        }
    }

    private func passDeadline(of device: TouchDevice, at time: Duration) throws {
        device.deadline = nil
        // A report that is waiting to be read came before the deadline was noticed.
        try read(device)
        guard devices.contains(where: { $0 === device }) else { return }
        handle(device.pipeline.advance(to: time), of: device)
        try waitForDeadline(of: device)
    }

    private func handle(
        _ contacts: [Contact], of device: TouchDevice, at time: Duration,
        cancelledBy reason: Touch.CancellationReason = .deviceLost
    ) {
        if let symptom = device.symptoms.examine(contacts, at: time) {
            log("\(device.name): \(symptom)")
        }
        // The source cancels contacts when it is gone, the pipeline those that are no fingers.
        let isLost = contacts.contains { $0.phase == .cancelled }
        if let overlay, device.lies(on: connector) {
            for contact in contacts {
                let place = device.pipeline.point(of: contact)
                overlay.show(
                    contact, of: device.number, at: picture.point(x: place.x, y: place.y))
            }
        }
        if !device.keepsTime, let deadline = device.pipeline.nextDeadline, deadline <= time {
            handle(device.pipeline.advance(to: deadline), of: device)
        }
        handle(
            device.pipeline.process(contacts, at: time), of: device,
            cancelledBy: isLost ? reason : .palm)
    }

    private func handle(
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

    private func cancelContacts(of device: TouchDevice, reason: Touch.CancellationReason) {
        device.source.cancelContacts(at: loop.now) { time, contacts in
            handle(contacts, of: device, at: time, cancelledBy: reason)
        }
        handle(device.pipeline.finish(at: loop.now), of: device)
    }

    /// Takes every touch away. The fingers that are there do nothing until they have lifted.
    func cancelAll(reason: Touch.CancellationReason) {
        for device in devices { cancelContacts(of: device, reason: reason) }
    }

    /// Whether the panel is locked. Then nothing touches it.
    var isLocked = false {
        didSet { updateBarrier() }
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
        let isBarred = isLocked || isDark || isHidden
        guard isBarred != ignoresTouches else { return }
        // Locked, while fingers still touch what they touched; unlocked, while none does yet.
        cancelAll(reason: .lock)
        ignoresTouches = isBarred
    }

    /// Takes every touch away if the machine has slept: what a finger did meanwhile is not known,
    /// and it may be another one by now.
    ///
    /// To be called when the machine may just have woken up. Before anything is read it is looked
    /// for as well: which of the two comes first is the event loop's choice.
    func cancelAfterSuspension() {
        if sleepDetector.hasSlept(timeSuspended: timeSuspended()) { cancelAll(reason: .suspend) }
    }

    // MARK: The picture

    /// Takes note of what picture the panel is shown as, and on which connector if there is one:
    /// touches are mapped to it from now on. If it is another, those that are down are cancelled.
    func resize(to picture: TouchedPicture, on connector: String?) {
        guard picture != self.picture || connector != self.connector else { return }
        // While the fingers still touch what they touched.
        cancelAll(reason: .deviceLost)
        self.connector = connector
        self.picture = picture
        for device in devices {
            device.lieUnder(picture)
            didLayGlass(device)
        }
        updateWindowScale()
    }

    /// A device has come to lie over the picture.
    private func didLayGlass(_ device: TouchDevice) {
        updateWindowScale()
        guard let connector else { return }
        if device.scale.origin == .assumed {
            log(
                "\(device.name): nothing believable says how large the glass is; assuming 96 dpi "
                    + "('size_mm' in [display] can tell). Until then no touch is dropped for its "
                    + "size, and a jump is a quarter of the panel's diagonal")
        }
        if let output = device.output, !device.lies(on: connector) {
            log(
                "\(device.name) belongs to \(output), and the panel is shown on \(connector); "
                    + "it does not touch the panel")
        }
    }

    private func updateWindowScale() {
        let known = devices.first { $0.scale.origin == .device && $0.lies(on: connector) }?.scale
        let pixels: (x: Double, y: Double)
        // A device knows its glass better than a display does, but not than the panel file.
        if let glass = picture.millimetres, picture.isMeasured || known == nil {
            pixels = (picture.size.width / glass.width, picture.size.height / glass.height)
        } else {
            let assumed = TouchScale.assumedPixelsPerMillimetre
            pixels = known?.pixelsPerMillimetre ?? (assumed, assumed)
        }
        window.tapSlop = devices.map(\.description.filters.tapSlop).max() ?? window.tapSlop
        window.pixelsPerMillimetre = (pixels.x + pixels.y) / 2
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
