import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel

/// The touchscreens of the panel: finds, opens and reopens them as they come and go, and hands them
/// to a router.
final class Touchscreens {
    /// Called when a touchscreen has come or gone.
    var onChange: (() -> Void)?
    /// Called when a recording has been played.
    var onEndOfRecording: (() throws -> Void)?
    /// What reads the devices, and makes touches of their reports.
    let router: TouchRouter

    private var selection: DeviceSelection
    private let loop: EventLoop
    private let log: (String) -> Void
    private var deviceCount = 0
    private var finder: TouchscreenFinder?
    private var finderSource: EventSource?
    /// The error that was logged last of a node that cannot be read.
    private var loggedErrors: [String: String] = [:]
    private var reopenings: [String: Reopening] = [:]

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
        self.selection = selection
        self.loop = loop
        self.log = log
        router = TouchRouter(to: window, loop: loop, timeSuspended: timeSuspended, log: log)
        router.onLoss = { [unowned self] in try lose($0) }
    }

    /// How many there are.
    var count: Int { router.devices.count }

    // MARK: Devices

    /// Reads every touchscreen that is wanted, whether it is there or comes.
    func follow() throws {
        let finder = try TouchscreenFinder { [unowned self] in selection.accepts($0) }
        self.finder = finder
        finderSource = try loop.readable(finder.descriptor) { [unowned self] in
            try readChanges()
        }
        try readChanges()
        guard router.devices.isEmpty else { return }
        let wanted = selection.wanted.map(\.description).joined(separator: " or ")
        log("no touchscreen \(wanted.isEmpty ? "" : wanted + " ")yet; waiting for one")
    }

    /// Reads devices as another panel file says. One of which that says the same is read on; others
    /// are opened again or let go, and their touches are cancelled.
    func follow(_ selection: DeviceSelection) throws {
        self.selection = selection
        guard finder != nil else { return }
        let changed = router.devices.filter { device in
            guard let node = device.node else { return false }
            return !selection.accepts(node)
                || selection.touchscreen(at: node) != device.description
                || selection.output(of: node) != device.output
        }
        for device in changed {
            log("\(device.name): the panel file says something else of it")
            router.cancelContacts(of: device, reason: .deviceLost)
            try stopReading(device)
        }
        loggedErrors = [:]
        // It finds those that were not wanted before, too; those that are read are left alone.
        try follow()
    }

    private func readChanges() throws {
        for change in try finder?.readChanges() ?? [] { try take(change) }
    }

    private func take(_ change: TouchscreenFinder.Change) throws {
        switch change {
        case .appeared(let node):
            try open(node)
        case .vanished(let path):
            loggedErrors[path] = nil
            reopenings[path] = nil
            try close(path)
        }
    }

    private func open(_ node: TouchscreenNode) throws {
        guard !router.devices.contains(where: { $0.name == node.path }) else { return }
        // What a port is set to follows whatever is plugged into it.
        let description = selection.touchscreen(at: node)
        let fuzz = node.fuzz.merging(reopenings[node.path]?.fuzz ?? [:]) { udev, _ in udev }
        do {
            let touchscreen = try Touchscreen(
                path: node.path, quirks: TouchscreenQuirks(description, fuzz: fuzz),
                grabs: description.grab)
            loggedErrors[node.path] = nil
            let place = node.pluggedInto.map { " at \($0)" } ?? ""
            log("reading \(node.path), \(touchscreen.device.name.quotedForLog)\(place)")
            if let error = touchscreen.grabError { log("\(error); sharing the touchscreen") }
            try add(
                touchscreen, name: node.path, description, udevCalibration: node.calibration,
                output: selection.output(of: node), node: node)
        } catch let error as EvdevError {
            reject(node.path, error)
        }
    }

    private func reject(_ path: String, _ error: EvdevError) {
        switch error {
        case .failed(_, _, ENODEV), .failed(_, _, ENOENT):
            // It was unplugged again already.
            finder?.forget(path: path)
        case .failed:
            logOnce(path, error)
            finder?.forget(path: path)
        case .rejected:
            // What it is does not change before something else is plugged in.
            logOnce(path, error)
        }
    }

    private func logOnce(_ path: String, _ error: EvdevError) {
        guard loggedErrors[path] != error.description else { return }
        loggedErrors[path] = error.description
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
            output: output, picture: router.picture, at: loop.now)
        device.node = node
        try router.add(device)
        onChange?()
    }

    private func close(_ path: String) throws {
        guard let device = router.devices.first(where: { $0.name == path }) else { return }
        router.cancelContacts(of: device, reason: .deviceLost)
        try lose(device)
    }

    private func lose(_ device: TouchDevice) throws {
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
        try router.remove(device)
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
            for change in finder?.lookAgain(path: path) ?? [] { try take(change) }
        }
        let fuzz = (device.source as? Touchscreen)?.removedFuzz ?? [:]
        reopenings[path] = Reopening(
            delay: delay, timer: timer,
            fuzz: fuzz.merging(reopenings[path]?.fuzz ?? [:]) { new, _ in new })
    }
}
