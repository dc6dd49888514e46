import Controls
import Drawing
import Evdev
import EventLoop
import Files
import Glibc
import Panel

/// The panel's touchscreens: finds, opens and reopens them, and adds them to a router.
final class Touchscreens {
    /// Called when a touchscreen was added or removed.
    var onChange: (() -> Void)?
    /// Called when a recording has been played.
    var onEndOfRecording: (() throws -> Void)?
    /// Reads the devices and turns their reports into touches.
    let router: TouchRouter

    private var selection: DeviceSelection
    private let loop: EventLoop
    private let log: Log
    private var deviceCount = 0
    private var finder: TouchscreenFinder?
    private var finderSource: EventSource?
    /// The last logged error of each node.
    private var loggedErrors: [String: String] = [:]
    private var reopenings: [String: Reopening] = [:]
    private var screen = TouchedScreen.none
    /// The touchscreens of other screens than ours, by path. They are not opened: another panel may
    /// read them.
    private var elsewhere: [String: TouchscreenNode] = [:]

    /// A lost touchscreen whose node will be searched again.
    private struct Reopening {
        var delay = RetryDelay(from: .milliseconds(500), to: Self.longestDelay)
        var timer: EventSource?
        /// The fuzz that the kernel's filter had: a revoked device cannot restore it.
        var fuzz: [UInt16: Int32] = [:]

        static let longestDelay = Duration.seconds(30)
    }

    /// Reads nothing before `follow()` or `play(_:named:)` is called.
    init(touching window: Window, selection: DeviceSelection, loop: EventLoop, log: Log) {
        self.selection = selection
        self.loop = loop
        self.log = log
        router = TouchRouter(to: window, loop: loop, log: log)
        router.onLoss = { [unowned self] in try lose($0) }
    }

    /// The number of devices that are read.
    var count: Int { router.devices.count }

    /// Reads what was chosen. A recording that was not read before is read now.
    func start(
        _ choice: Options.TouchChoice, playing recording: EvemuRecording? = nil,
        speed: ReplaySpeed = .recorded
    ) throws {
        switch choice {
        case .none: break
        case .automatic, .devices: try follow()
        case .recording(let path):
            try play(recording ?? EvemuRecording(contentsOf: path), named: path, speed: speed)
        case .events(let path): try read(pipe: path)
        }
    }

    // MARK: Devices

    /// Reads all selected touchscreens, also those that are plugged in later.
    func follow() throws {
        let finder = try TouchscreenFinder { [unowned self] in selection.accepts($0) }
        // The descriptor is closed with the former finder.
        finderSource = nil
        self.finder = finder
        finderSource = try loop.readable(finder.descriptor) { [unowned self] in
            try readChanges()
        }
        try readChanges()
        guard router.devices.isEmpty else { return }
        let wanted = selection.wanted.map(\.description).joined(separator: " or ")
        log("no touchscreen \(wanted.isEmpty ? "" : wanted + " ")yet; waiting for one", .notice)
    }

    /// Applies a reloaded panel file. Devices with the same settings continue. The others are
    /// opened again or closed, and their touches are cancelled.
    func follow(_ selection: DeviceSelection) throws {
        self.selection = selection
        for device in router.devices where device.node == nil { try adjust(device) }
        guard finder != nil else { return }
        try closeChanged()
        loggedErrors = [:]
        try sortByScreen()
        // This also finds devices that were not selected before. Open devices are left alone.
        try follow()
    }

    /// Closes the devices whose settings have changed. Closing also ends the grab and restores the
    /// kernel's filters, which opening the device again needs.
    private func closeChanged() throws {
        let changed = router.devices.filter { device in
            guard let node = device.node else { return false }
            return !selection.accepts(node)
                || selection.touchscreen(at: node) != device.description
        }
        for device in changed {
            logChange(of: device)
            router.cancelContacts(of: device, reason: .deviceLost)
            try stopReading(device)
        }
    }

    /// Applies a reloaded panel file to what is not one of the machine's devices: a pipe is opened
    /// again, and a recording keeps its settings.
    private func adjust(_ device: TouchDevice) throws {
        guard selection.touchscreen(ofRecording: device.source.device) != device.description else {
            return
        }
        guard device.source.hasWriters else {
            return logChange(of: device, "; a recording keeps those with which it began")
        }
        logChange(of: device)
        router.cancelContacts(of: device, reason: .deviceLost)
        // First the new reader, so that the program never writes to nobody.
        try read(pipe: device.name)
        try stopReading(device)
    }

    private func logChange(of device: TouchDevice, _ result: String = "") {
        log(
            "\(device.name): its settings in the panel file have changed\(result)",
            about: .device(device.name))
    }

    /// Maps touches to another picture, on a screen with this connector. Opens the touchscreens
    /// that are assigned to the screen, and closes those of other screens.
    func resize(to picture: TouchedPicture, on connector: String?) throws {
        router.resize(to: picture, on: connector)
        screen = TouchedScreen(on: connector)
        if finder != nil { try sortByScreen() }
    }

    private func sortByScreen() throws {
        for device in router.devices {
            guard let node = device.node, !selection.touches(screen, with: node) else { continue }
            router.cancelContacts(of: device, reason: .deviceLost)
            try stopReading(device)
            try open(node)
        }
        for node in elsewhere.values.sorted(by: { $0.path < $1.path })
        where selection.accepts(node) {
            try open(node)
        }
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
            elsewhere[path] = nil
            try close(path)
        }
    }

    private func open(_ node: TouchscreenNode) throws {
        guard !router.devices.contains(where: { $0.name == node.path }) else { return }
        guard selection.touches(screen, with: node) else {
            if elsewhere.updateValue(node, forKey: node.path) == nil,
                let output = selection.output(of: node)
            {
                log(
                    "\(node.path), \(node.name.quotedForLog), belongs to \(output): "
                        + "it is read while the panel is shown there",
                    about: .device(node.path), .connector(output))
            }
            return
        }
        elsewhere[node.path] = nil
        // Settings for a port apply to any device that is plugged in there.
        let description = selection.touchscreen(at: node)
        let fuzz = node.fuzz.merging(reopenings[node.path]?.fuzz ?? [:]) { udev, _ in udev }
        do {
            let touchscreen = try Touchscreen(
                path: node.path, quirks: TouchscreenQuirks(description, fuzz: fuzz),
                grabs: description.grab)
            loggedErrors[node.path] = nil
            let place = node.pluggedInto.map { " at \($0)" } ?? ""
            log(
                "reading \(node.path), \(touchscreen.device.name.quotedForLog)\(place)",
                event: .touchscreenFound, about: .device(node.path))
            if let error = touchscreen.grabError { logSharing(node.path, error) }
            try add(
                touchscreen, name: node.path, description, udevCalibration: node.calibration,
                node: node)
        } catch let error as EvdevError {
            reject(node.path, error)
        }
    }

    /// A touchscreen that another program has grabbed sends nothing until that program ends.
    private func logSharing(_ path: String, _ error: EvdevError) {
        let holders = DeviceHolders(of: path)
        let reader = holders.map { ", read by \($0)" } ?? ""
        let advice =
            holders?.includeOwnProgram ?? false
            ? "; each panel keeps its own with 'output' in [[input.devices]] or 'seat' in [display]"
            : ""
        log("\(error)\(reader); sharing the touchscreen\(advice)", .warning, about: .device(path))
    }

    private func reject(_ path: String, _ error: EvdevError) {
        switch error {
        case .failed(_, _, ENODEV), .failed(_, _, ENOENT):
            // The device was unplugged in the meantime.
            finder?.forget(path: path)
        case .failed:
            logOnce(path, error)
            finder?.forget(path: path)
        case .rejected:
            // Retrying cannot help before another device is plugged in.
            logOnce(path, error)
        }
    }

    private func logOnce(_ path: String, _ error: any Error) {
        guard loggedErrors[path] != "\(error)" else { return }
        loggedErrors[path] = "\(error)"
        log("\(error)", event: .touchscreenFailed, about: .device(path))
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

    /// Reads the events that a simulating program writes to a pipe.
    func read(pipe path: String) throws {
        let device = try EvemuRecording.device(inFileAt: path + ".desc")
        let description = selection.touchscreen(ofRecording: device)
        let source = try TouchscreenPipe(
            path: path, device: device, quirks: TouchscreenQuirks(description))
        log("reading events from \(path)", about: .device(path))
        try add(source, name: path, description)
    }

    /// Starts to read a source of contacts.
    func add(
        _ source: any TouchSource, name: String, _ description: TouchscreenDescription,
        udevCalibration: String? = nil, node: TouchscreenNode? = nil
    ) throws {
        deviceCount += 1
        let device = TouchDevice(
            number: deviceCount, name: name, source: source, description: description,
            calibration: CalibrationMatrix(description, udev: udevCalibration) {
                log("\(name): \($0)", .warning, about: .device(name))
            },
            picture: router.picture, node: node, at: loop.now)
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
            log(
                "\(device.name) is gone; its touches are cancelled", event: .touchscreenLost,
                about: .device(device.name))
            finder?.forget(path: device.name)
            try reopenLater(device)
        }
    }

    private func stopReading(_ device: TouchDevice) throws {
        try router.remove(device)
        onChange?()
    }

    /// Searches again after a delay: a device may be revoked while its node stays (`EVIOCREVOKE`),
    /// and no event reports when it can be opened again. Neither does one for a pipe that could not
    /// be opened for its next writer.
    private func reopenLater(_ device: TouchDevice) throws {
        let path = device.name
        let isPipe = device.source.hasWriters
        guard finder != nil || isPipe, access(path, F_OK) == 0 else { return }
        var reopening = reopenings[path] ?? Reopening()
        if loop.now - device.openingTime >= Reopening.longestDelay { reopening.delay.reset() }
        reopening.fuzz.merge(device.source.removedFuzz) { _, new in new }
        reopenings[path] = reopening
        try wait(for: path) { [unowned self] in
            if isPipe { return try reopen(pipe: path) }
            for change in finder?.lookAgain(path: path) ?? [] { try take(change) }
        }
    }

    private func reopen(pipe path: String) throws {
        do {
            try read(pipe: path)
            loggedErrors[path] = nil
        } catch let error as EventLoopError {
            throw error
        } catch {
            logOnce(path, error)
            guard access(path, F_OK) == 0 else { return }
            try wait(for: path) { [unowned self] in try reopen(pipe: path) }
        }
    }

    /// Calls `search` once after the delay of a lost device.
    private func wait(for path: String, _ search: @escaping () throws -> Void) throws {
        guard let delay = reopenings[path]?.delay.next() else { return }
        reopenings[path]?.timer = try loop.timer(at: loop.now + delay) { [unowned self] _ in
            reopenings[path]?.timer = nil
            try search()
        }
    }
}
