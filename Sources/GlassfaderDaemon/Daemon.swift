import Controls
import DRM
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel
import PanelProtocol

/// The whole: touchscreens move the panel's controls, which publish their values and are shown.
///
/// The initialiser makes the parts and connects them in four steps: touch, clients, the end of a
/// round, display. The source tour in the README follows a touch through them.
final class Daemon {
    /// How long the service manager waits for a picture before it is told that we are ready.
    private static let longestWaitForPicture = Duration.seconds(2)

    let loop: EventLoop
    let panel: Panel
    let touchscreens: Touchscreens
    /// What shows the panel; `nil` while there is no display.
    var screen: Screen? {
        didSet { if oldValue !== screen { oldValue?.abandonCaptures(NoDisplay()) } }
    }

    let options: Options
    private let manager = ServiceManager()
    let log: (String) -> Void
    let server: PanelServer
    /// What clients can ask for that the panel cannot do by itself.
    private let services = PanelServices()
    private var reloader: PanelReloader?
    private let listeners: Listeners
    private let keeper: CardKeeper
    /// How bright the display is, and whether it is switched off.
    let lighting: Lighting
    private(set) var displays: DisplayFinder?
    /// What keeps the values over a restart; `nil` if that was not asked for.
    let state: StateKeeper?
    /// The file that the picture is written to, if one was named.
    let screenshot: Screenshot?
    /// What is played in place of fingers.
    private let recording: EvemuRecording?

    /// Kept while the daemon runs: signals, the end of a round, the wait for a picture.
    private var sources: [EventSource] = []
    private var deadline: EventSource?
    let spareMemory: SpareMemory
    private var clockWatch: ClockWatch?
    private var sleepDetector: SleepDetector
    /// Says that we are ready when the first picture takes too long.
    private var pictureDeadline: EventSource?
    private var isReady = false
    /// Whether the demo is over, but for the last picture.
    private var hasPlayed = false
    private var lastStatus = ""
    var misfits = Misfits()

    /// Puts everything together for a panel. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - recording: what `options.touch` names, if that is a recording.
    ///   - types: the types of control that another panel file may name.
    ///   - machine: what it runs on.
    /// - Throws: if the font cannot be used, or the event loop cannot be made.
    init(
        _ description: PanelDescription, recording: EvemuRecording? = nil,
        types: [ControlType] = ControlType.builtIn, options: Options,
        machine: Machine = Machine(), log: @escaping (String) -> Void
    ) throws {
        self.options = options
        self.recording = recording
        self.log = log
        keeper = CardKeeper(manager, log: log)
        let loop = try EventLoop(clock: machine.clock)
        self.loop = loop
        lighting = try Lighting(description.display, loop: loop, log: log)
        sleepDetector = SleepDetector(timeSuspended: loop.timeSuspended)
        let panel = try Panel(description, width: 1280, height: 800, fonts: FontCollection())
        self.panel = panel
        spareMemory = try SpareMemory(loop: loop) { panel.window.isTouched }
        screenshot = (options.screenshotPath ?? description.display.device.picturePath).map(
            Screenshot.init)
        state = try options.stateFolder.map {
            try StateKeeper(
                folder: $0, panel: panel, loop: loop, saver: machine.stateSaver, log: log)
        }
        touchscreens = Touchscreens(
            touching: panel.window,
            selection: DeviceSelection(description.input, wanted: options.touch.devices),
            loop: loop, timeSuspended: { loop.timeSuspended }, log: log)
        server = try PanelServer(
            panel: panel, services: services, version: Version.current, features: Self.features,
            limits: description.socket.limits, loop: loop, log: log)
        listeners = Listeners(server, loop: loop, log: log)

        logIllegibleTexts()
        connectTouch()
        try connectClients(types: types)
        try endRounds()
        try connectDisplay(machine)
    }

    /// A finger: from a touchscreen, through the pipeline, to the view it hits.
    private func connectTouch() {
        if options.showsTouches {
            let overlay = TouchOverlay(frame: panel.window.bounds, font: panel.font.withSize(18))
            panel.window.addSubview(overlay)
            touchscreens.router.overlay = overlay
        }
        touchscreens.router.onReport = { [unowned self] in try lighting.touched() }
        touchscreens.onChange = { [unowned self] in updateStatus() }
        if options.isDemo { touchscreens.onEndOfRecording = { [unowned self] in hasPlayed = true } }
    }

    /// A value: from the control that a finger or a client moved, to the clients that listen.
    private func connectClients(types: [ControlType]) throws {
        panel.onValueChanged = { [unowned self] in server.post($0) }
        panel.onNotice = { [unowned self] in server.post($0) }
        panel.onForgotten = { [log] count in
            log(
                "\(count) values of controls that the panel does not have are forgotten: "
                    + "at most \(Limit.absentValues.most) are kept")
        }
        services.picture = { [unowned self] in givePicture(to: $0) }
        services.display = { [lighting] request throws(RequestError) in
            try lighting.perform(request)
        }
        let reloader = try PanelReloader(
            panel, path: options.panelToRead, types: types, loop: loop, log: log)
        reloader.onReload = { [unowned self] in try didReload(since: $0) }
        services.reload = { reloader.reload(from: $0, $1) }
        self.reloader = reloader
        server.onPanelChange = { [spareMemory] in spareMemory.noteWork() }
        state?.onProblem = { [unowned self] in updateStatus() }
        guard options.printsEvents else { return }
        server.printer = try EventPrinter(loop: loop) { [unowned self] in server.snapshot }
    }

    /// The end of a round: sound before pixels, and then a wait for what has its time.
    private func endRounds() throws {
        sources.append(
            try loop.post { [unowned self] in
                panel.layOutIfNeeded()
                try server.flush(at: loop.now)
                try screen?.update(at: loop.now)
                try state?.noteChanges()
                try spareMemory.update(at: loop.now)
                if hasPlayed, screen?.isSettled ?? true { loop.exit() }
                try waitForDeadline()
            })
        // What waits for a time to come: a long press, a value that a finger has deferred.
        deadline = try loop.timer(at: nil) { [panel] in panel.advance(to: $0) }
    }

    /// A picture: on a display that is there, or comes, or goes, and the light behind it.
    private func connectDisplay(_ machine: Machine) throws {
        let displays = try DisplayFinder(
            DisplayFinder.Wanted(options.display, panel.description.display),
            as: panel.description.display, usesAtomic: getenv("GLASSFADER_NO_ATOMIC") == nil,
            keeper: keeper, loop: loop, memory: machine.memoryDisplay, log: log,
            found: { [unowned self] in try show(on: $0) },
            lost: { [unowned self] in loseDisplay($0) })
        displays.onAbsence = { [unowned self] in updateStatus() }
        displays.onAway = { [unowned self] in touchscreens.router.isHidden = $0 }
        self.displays = displays
        lighting.isTouched = { [panel] in panel.window.isTouched }
        lighting.onBlank = { [unowned self] in screen?.isBlank = $0 }
        lighting.onSwallow = { [unowned self] in touchscreens.router.isDark = $0 }
        // A machine that has slept may have other fingers on it, and have lost its picture.
        clockWatch = try ClockWatch(loop) { [unowned self] in
            touchscreens.router.cancelAfterSuspension()
            if sleepDetector.noticeSleep(timeSuspended: loop.timeSuspended) {
                try self.displays?.renew()
            }
        }
    }

    private func logIllegibleTexts() {
        guard let text = panel.illegibleTexts.first else { return }
        let more = panel.illegibleTexts.count - 1
        let fonts = panel.font.fallbackPaths.isEmpty ? " lacks" : " and its fallbacks lack"
        log(
            "the font \(panel.font.path)\(fonts) characters of '\(text)'"
                + (more > 0 ? " and of \(more) more" : "")
                + ": they show as boxes; [theme] fallback = \"FILE\" names a font that has them"
        )
    }

    /// What clients can rely on beyond the first version of the protocol.
    private static let features = [
        "batch", "groups", "meters", "pages", "scenes", "lock", "fades", "style", "screenshot",
        "reload", "clients", "display", "meter-events",
    ]

    // MARK: Running

    /// Runs until a signal or the end of a demo, then ends cleanly.
    ///
    /// - Throws: what `start()`, the loop or the last picture throws.
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

    /// Puts the values back that were kept, then opens the socket, the display and the touchscreens.
    /// `loop` does the rest.
    ///
    /// - Throws: if the socket cannot be served or a recording cannot be played; a display or a
    ///   touchscreen that is not there is waited for.
    func start() throws {
        state?.restore()
        try listen()
        try displays?.search()
        try startTouch()
        try limitWaitForPicture()
    }

    /// Takes every touch away, says farewell, writes the last picture if one is wanted, and leaves
    /// the display as it was found.
    ///
    /// - Throws: `Screenshot.WriteError`, if there is no picture to write or it cannot be written.
    func end() throws {
        try? manager.stopping()
        panel.window.cancelTouches(reason: .shutdown)
        server.close(.shutdown)
        try? server.printer?.flush(at: loop.now)
        state?.end()
        defer {
            lighting.end()
            screen = nil
            displays = nil
            listeners.close()
        }
        try writeLastScreenshot()
    }

    private func handleSignals() throws {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.signal(signal) { [unowned self] in loop.exit() })
        }
        sources.append(
            try loop.signal(SIGHUP) { [unowned self] in
                // What is wrong with the file is logged.
                reloader?.reload()
            })
        sources.append(
            try loop.signal(SIGUSR1) { [unowned self] in
                try writeScreenshot()
            })
        // A client that is gone is seen by its write failing.
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    private func waitForDeadline() throws {
        if let time = panel.nextDeadline {
            try deadline?.fire(at: time)
        } else if deadline?.isArmed ?? false {
            try deadline?.disarm()
        }
    }

    // MARK: The socket

    private func listen() throws {
        let settings = panel.description.socket
        let passed = options.socketPath == nil ? try keeper.otherDescriptors : []
        guard passed.isEmpty else { return try listeners.open(passed, for: settings) }
        var control = settings.control
        let named = options.socketPath ?? getenv("GLASSFADER_SOCKET").map { String(cString: $0) }
        control.path = named ?? control.path
        // The demo's socket is for whoever started it.
        if options.isDemo { control.group = nil }
        try listeners.open(control, isNamed: named != nil)
        if let monitor = settings.monitor, !options.isDemo {
            guard !monitor.isSamePlace(as: control) else {
                throw ListenerError.isControl(path: monitor.path)
            }
            try listeners.open(monitor, isMonitor: true)
        }
    }

    // MARK: Touch

    private func startTouch() throws {
        switch options.touch {
        case .none: break
        case .automatic, .devices: try touchscreens.follow()
        case .recording(let path):
            guard let recording else { preconditionFailure("a recording was not read") }
            try touchscreens.play(recording, named: path, speed: options.replaySpeed)
        case .events(let path):
            try touchscreens.read(pipe: path)
        }
    }

    // MARK: The service manager

    /// Says that we are ready with the first picture, and without one when that takes too long: the
    /// socket is served all the same.
    private func limitWaitForPicture() throws {
        let deadline = loop.now + Self.longestWaitForPicture
        pictureDeadline = try loop.timer(at: deadline) { [unowned self] _ in try reportReady() }
    }

    func reportReady() throws {
        guard !isReady else { return }
        isReady = true
        pictureDeadline = nil
        try manager.ready()
        updateStatus()
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
        lastStatus = status
        // What nobody hears does no harm.
        try? manager.status(status)
    }
}
