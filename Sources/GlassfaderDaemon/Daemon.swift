import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel
import PanelProtocol

/// The whole daemon: touchscreens move the panel's controls; their values go to clients, and their
/// picture to a display.
///
/// The initialiser makes the parts and connects them in four steps: touch, clients, the end of a
/// round, display. The source tour in the article on the architecture follows a touch through them.
final class Daemon {
    /// How long to wait for the first picture before reporting readiness to the service manager.
    private static let longestWaitForPicture = Duration.seconds(2)
    /// How long to wait before reporting readiness again after a failure.
    private static let readinessInterval = Duration.seconds(1)
    /// How long to report it again. The service manager has given up by then.
    private static let longestReport = Duration.seconds(60)

    let loop: EventLoop
    let panel: Panel
    /// The panel's window, its displays and its touchscreens.
    let shown: ShownWindow
    var touchscreens: Touchscreens { shown.touchscreens }
    var screen: Screen? { shown.screen }
    var displays: DisplayFinder? { shown.displays }

    let options: Options
    private let manager = ServiceManager()
    let log: Log
    let server: PanelServer
    /// The requests that the panel cannot serve itself.
    private let services = PanelServices()
    private var reloader: PanelReloader?
    private let listeners: Listeners
    private let cardStore: CardStore
    /// The display's brightness, and whether it is blank.
    let dimmer: DisplayDimmer
    /// The seat of the devices, as the panel file named it at start.
    let seat: String?
    /// Restores the values at start and saves them; `nil` without a state folder.
    let state: StateKeeper?
    /// The file to write pictures to; `nil` if none was named.
    let screenshot: Screenshot?
    /// The recording to play; `nil` to read touchscreens.
    private let recording: EvemuRecording?

    /// Sources that live as long as the daemon: signals and the end of a round.
    private var sources: [EventSource] = []
    private var deadline: EventSource?
    let heapTrimmer: HeapTrimmer
    /// Reports readiness when the first picture takes too long, and again after a failure.
    private var readinessTimer: EventSource?
    private var isReady = false
    private var lastStatus = ""
    var layoutWarnings = LayoutWarnings()

    /// Makes and connects all parts for a panel. Opens no device, socket or display yet.
    ///
    /// - Parameters:
    ///   - bytes: what the panel file had when it was read, to notice that it was replaced since
    ///     then.
    ///   - recording: the recording that `options.touch` names, if it names one.
    ///   - types: the types of control that a reloaded panel file may use.
    ///   - machine: the clock, the memory display and the disk to use.
    /// - Throws: if the font cannot be used, or the event loop cannot be made.
    init(
        _ description: PanelDescription, from bytes: [UInt8]? = nil,
        recording: EvemuRecording? = nil, types: [ControlType] = ControlType.builtIn,
        options: Options, machine: Machine = Machine(), log: Log
    ) throws {
        self.options = options
        self.recording = recording
        self.log = log
        cardStore = CardStore(manager, log: log)
        let loop = try EventLoop(clock: machine.clock)
        self.loop = loop
        dimmer = try DisplayDimmer(description.display, loop: loop, log: log)
        let displays = try DisplayFinder(
            options.display, as: description.display, cardStore: cardStore, machine: machine,
            loop: loop, log: log)
        // Before anything else, because making the panel takes longer.
        let splash = try Splash(description, on: displays, log: log)
        // The size if there is no display.
        let panel = try Panel(
            description, width: 1280, height: 800, fonts: FontCollection(), isPlaced: false)
        self.panel = panel
        heapTrimmer = try HeapTrimmer(loop: loop) { panel.window.isTouched }
        screenshot = (options.screenshotPath ?? description.display.device.picturePath).map(
            Screenshot.init)
        state = try options.stateFolder.map {
            try StateKeeper(
                folder: $0, panel: panel, loop: loop, saver: machine.stateSaver, log: log)
        }
        seat = description.display.seat
        shown = try ShownWindow(
            panel.window, on: displays, after: splash, as: description.display,
            touchedBy: DeviceSelection(
                description.input, seat: seat, wanted: options.touch.devices),
            endsAfterRecording: options.isDemo, machine: machine, loop: loop, log: log)
        server = try PanelServer(
            panel: panel, services: services, version: Version.current, features: Self.features,
            limits: description.socket.limits, loop: loop, log: log)
        listeners = Listeners(server, loop: loop, log: log)

        logIllegibleTexts()
        connectTouch()
        try connectClients(types: types, bytes: bytes)
        try endRounds()
        connectDisplay()
    }

    /// Connects touch: from a touchscreen, through the pipeline, to the view under the finger.
    private func connectTouch() {
        if options.showsTouches {
            let overlay = TouchOverlay(frame: panel.window.bounds, font: panel.font.withSize(18))
            panel.window.addSubview(overlay)
            touchscreens.router.overlay = overlay
        }
        touchscreens.router.onReport = { [unowned self] in try dimmer.touched() }
    }

    /// Connects values: from the control that a finger or a client moved, to the subscribed
    /// clients.
    private func connectClients(types: [ControlType], bytes: [UInt8]?) throws {
        panel.onValueChanged = { [unowned server] in server.post($0) }
        panel.onNotice = { [unowned self] in server.post($0) }
        panel.onForgotten = { [log] count in
            log(
                "\(count) values of controls that the panel does not have were dropped: "
                    + "at most \(Limit.absentValues.most) are kept", .warning)
        }
        services.picture = { [unowned self] in takePicture($0) }
        services.display = { [unowned self] request throws(RequestError) in
            try dimmer.perform(request)
            return displayInfo
        }
        let reloader = try PanelReloader(
            panel, path: options.panelToRead, bytes: bytes, types: types, loop: loop, log: log)
        reloader.onReload = { [unowned self] in try didReload(since: $0) }
        services.reload = { reloader.reload(from: $0, $1) }
        self.reloader = reloader
        server.onPanelChange = { [heapTrimmer] in heapTrimmer.noteWork() }
        state?.onProblem = { [unowned self] in updateStatus() }
        guard options.printsEvents else { return }
        server.printer = try EventPrinter(loop: loop, log: log) { [unowned self] in
            server.snapshot
        }
    }

    /// Connects the end of a round: send values before drawing, then set the timer for the next
    /// deadline.
    private func endRounds() throws {
        sources.append(
            try loop.post { [unowned self] in
                panel.layOutIfNeeded()
                try server.flush(at: loop.now)
                try dimmer.blankAfterTouch()
                try shown.endRound()
                try state?.noteChanges()
                try heapTrimmer.update(at: loop.now)
                try deadline?.setDeadline(panel.nextDeadline)
            })
        // For example a long press, or a change that a finger defers.
        deadline = try loop.timer(at: nil) { [panel] in panel.advance(to: $0) }
    }

    /// Connects the picture: found and lost displays, and the backlight.
    private func connectDisplay() {
        shown.willShow = { [unowned self] in try prepare(for: $0) }
        shown.onFirstFrame = { [unowned self] in try reportReady() }
        shown.onChange = { [unowned self] in updateStatus() }
        shown.onAway = { [unowned self] in try? dimmer.setAway($0) }
        dimmer.isTouched = { [panel] in panel.window.isTouched }
        panel.onBlank = { [unowned self] source in
            guard screen != nil else { return false }
            return (try? dimmer.blank(for: source)) != nil
        }
        dimmer.onBrightness = { [unowned self] in panel.showBrightness($0, at: loop.now) }
        panel.onBrightness = { [unowned self] in dimmer.setBrightness($0) }
        dimmer.onBlank = { [shown] in shown.isBlank = $0 }
        dimmer.onIgnoreTouches = { [unowned self] in touchscreens.router.isAsleep = $0 }
    }

    private func logIllegibleTexts() {
        let texts = panel.illegibleTexts
        guard let text = texts.first else { return }
        let more = texts.count - 1
        let fonts = panel.font.fallbackPaths.isEmpty ? " lacks" : " and its fallbacks lack"
        log(
            "the font \(panel.font.path)\(fonts) characters of '\(text)'"
                + (more > 0 ? " and of \(more) more" : "")
                + ": they show as boxes; [theme] fallback = \"FILE\" names a font that has them",
            .warning)
    }

    /// What this daemon supports beyond the first version of the protocol.
    private static let features = [
        "batch", "groups", "meters", "pages", "scenes", "lock", "fades", "style", "screenshot",
        "reload", "clients", "display", "meter-events", "strips",
        "vca", "gang", "spill", "actions", "undo", "plot", "touch", "bind",
    ]

    // MARK: Running

    /// Runs until a signal or the end of a demo, then shuts down in order.
    ///
    /// - Throws: the errors of `start()`, of the loop, and of writing the last picture.
    func run() throws {
        try handleSignals()
        try start()
        do {
            try loop.enableWatchdog()
            try loop.run()
        } catch {
            try? end()
            throw error
        }
        try end()
    }

    /// Restores the saved values, then opens the socket, the display and the touchscreens. From
    /// then on, `loop` calls the handlers.
    ///
    /// - Throws: if the socket cannot be opened or a recording cannot be played, or if the system
    ///   has no descriptors or memory left to import a state. A missing display or touchscreen is
    ///   no error: the daemon waits for it.
    func start() throws {
        try state?.restore()
        try listen()
        try shown.start(options.touch, playing: recording, speed: options.replaySpeed)
        if !panel.isPlaced { panel.placeViews() }
        try limitWaitForPicture()
    }

    /// Cancels all touches, disconnects the clients with a reason, saves the state, writes the last
    /// picture if a file was named, and restores the display.
    ///
    /// - Throws: `FileError`, if there is no picture or it cannot be written.
    func end() throws {
        try? manager.stopping()
        panel.end(at: loop.now)
        server.close(.shutdown)
        try? server.printer?.flush(at: loop.now)
        state?.end()
        defer {
            dimmer.end()
            shown.end()
            listeners.close()
        }
        try writeLastScreenshot()
    }

    private func handleSignals() throws {
        try shown.handleSignals()
        sources.append(
            try loop.signal(SIGHUP) { [unowned self] in
                // The reloader logs errors in the file.
                reloader?.reload()
            })
        sources.append(
            try loop.signal(SIGUSR1) { [unowned self] in
                try writeScreenshot()
            })
        // write() to a disconnected client fails with EPIPE instead of ending the process.
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    // MARK: The socket

    private func listen() throws {
        let settings = panel.description.socket
        let passed = options.socketPath == nil ? try cardStore.otherDescriptors : []
        guard passed.isEmpty else { return try listeners.open(passed, for: settings) }
        var control = settings.control
        // An empty variable counts as an unset one.
        let variable = getenv("GLASSFADER_SOCKET").map { String(cString: $0) } ?? ""
        let named = options.socketPath ?? (variable.isEmpty ? nil : variable)
        control.path = named ?? control.path
        // Only the user who started the demo may connect.
        if options.isDemo { control.group = nil }
        try listeners.open(control, isNamed: named != nil)
        if let monitor = settings.monitor, !options.isDemo {
            guard !monitor.isSamePlace(as: control) else {
                throw ListenerError.isControl(path: monitor.path)
            }
            try listeners.open(monitor, isMonitor: true)
        }
    }

    // MARK: The service manager

    /// Reports readiness after a time even without a picture: clients can use the socket without
    /// one.
    private func limitWaitForPicture() throws {
        let deadline = loop.now + Self.longestWaitForPicture
        readinessTimer = try loop.timer(at: deadline) { [unowned self] _ in try reportReady() }
    }

    func reportReady() throws {
        guard !isReady else { return }
        isReady = true
        readinessTimer = nil
        heapTrimmer.trim()
        lockCode()
        do {
            try manager.ready()
        } catch {
            log("warning: \(error); trying again", .warning)
            try reportReadyAgain(until: loop.now + Self.longestReport)
        }
        updateStatus()
    }

    /// Notifies the service manager until it takes the message: it would end a panel whose
    /// readiness it does not know. Nobody may be at its socket any more.
    private func reportReadyAgain(until end: Duration) throws {
        let time = loop.now + Self.readinessInterval
        readinessTimer = try loop.timer(at: time) { [unowned self] time in
            readinessTimer = nil
            do { try manager.ready() } catch { if time < end { try reportReadyAgain(until: end) } }
            updateStatus()
        }
    }

    /// Locks the code after everything has been used once, and before the first touch. Without a
    /// service manager, the user's limit may be too low; on a desk that is harmless.
    private func lockCode() {
        guard manager.isPresent else { return }
        do throws(CodeLock.LockError) {
            try CodeLock.lock()
        } catch {
            log(
                "cannot lock the code in memory: \(error); a touch may wait for the disk; "
                    + "see MEMORY in glassfaderd(8)", .warning)
        }
    }

    func updateStatus() {
        let absence = displays?.absence.map { ": \($0)" } ?? ""
        let display = screen.map { "showing on \($0.display.name)" } ?? "no display\(absence)"
        let touch =
            switch touchscreens.count {
            case 0: "no touchscreen"
            case 1: "1 touchscreen"
            case let count: "\(count) touchscreens"
            }
        let status = [display, touch, state?.problem].compactMap(\.self).joined(separator: "; ")
        guard status != lastStatus else { return }
        // There may be no service manager to notify.
        if (try? manager.status(status)) != nil { lastStatus = status }
    }
}
