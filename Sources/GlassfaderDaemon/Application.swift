public import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel

/// A window on a display with touchscreens, without a panel file or a socket. The counterpart of
/// UIApplication for a tree of views that a program builds itself.
///
/// ```swift
/// let application = try Application()
/// application.window.addSubview(fader)
/// try application.run()
/// ```
///
/// Everything runs in the thread that calls `run()`. The process needs the same permissions as the
/// daemon. No display server may be running.
public final class Application {
    /// The display that shows the window.
    public enum Output: Equatable, Sendable {
        /// The first connected screen. The application waits until there is one.
        case screen
        /// A bitmap of this size in pixels that behaves like a screen with 60 frames a second.
        case memory(width: Int, height: Int)
    }

    /// The source of touches.
    public enum Input: Equatable, Sendable {
        /// All touchscreens, also those that appear later.
        case touchscreens
        /// A recording of a touchscreen in evemu's format. `run()` returns when it has been played.
        case recording(path: String)
        /// No touches.
        case none
    }

    /// The window on the display. It has the display's size: 1280x800 pixels until there is one.
    public let window: Window
    /// Called when a display was found and the window has its size, before the first frame. Use it
    /// to place views that have no autoresizing mask.
    public var onResize: ((Window) -> Void)?
    /// Where `run()` writes the last picture, as PNG, when it ends; `nil` (the default) for
    /// nowhere.
    public var picturePath: String?

    private let touch: Options.TouchChoice
    private let log: Log
    let loop: EventLoop
    let touchscreens: Touchscreens
    private let description: DisplayDescription
    private var displays: DisplayFinder?
    private(set) var screen: Screen?
    private var hasPlayed = false
    private var sources: [EventSource] = []
    private var deadline: EventSource?

    /// Makes an application with an empty window. `run()` opens the devices.
    ///
    /// - Parameters:
    ///   - output: The display that shows the window.
    ///   - input: The source of touches.
    ///   - log: Called with messages for people, such as one about a missing display.
    /// - Throws: If the event loop cannot be made.
    public convenience init(
        on output: Output = .screen, touchedBy input: Input = .touchscreens,
        log: @escaping (String) -> Void = { print($0) }
    ) throws {
        let display: Options.DisplayChoice =
            switch output {
            case .screen: .device(.automatic)
            case .memory(let width, let height): .memory(width: width, height: height)
            }
        let touch: Options.TouchChoice =
            switch input {
            case .touchscreens: .automatic
            case .recording(let path): .recording(path: path)
            case .none: .none
            }
        try self.init(
            on: display, DisplayDescription(), touchedBy: touch, InputDescription(),
            log: Log { log($0.text) })
    }

    /// Makes an application with the settings of a panel file. With `isTouchedByAny`, it also
    /// accepts touchscreens of other screens.
    init(
        on display: Options.DisplayChoice, _ description: DisplayDescription,
        touchedBy touch: Options.TouchChoice, _ input: InputDescription,
        isTouchedByAny: Bool = false, log: Log
    ) throws {
        self.touch = touch
        self.description = description
        self.log = log
        let loop = try EventLoop()
        self.loop = loop
        window = Window(size: Size(width: 1280, height: 800))
        touchscreens = Touchscreens(
            touching: window,
            selection: DeviceSelection(
                input, seat: description.seat, wanted: touch.devices,
                isOfAnyScreen: isTouchedByAny),
            loop: loop, timeSuspended: { loop.timeSuspended }, log: log)
        window.clock = { [unowned loop] in loop.readClock() }
        // At the end of each round: draws all changes once.
        sources.append(try loop.post { [unowned self] in try endRound() })
        deadline = try loop.timer(at: nil) { [unowned self] in window.advance(to: $0) }
        displays = try DisplayFinder(
            DisplayFinder.Wanted(display, description), as: description, usesAtomic: true,
            cardStore: CardStore(ServiceManager(), log: log), loop: loop,
            memory: { try MemoryDisplay(loop: $0, width: $1, height: $2) }, log: log)
        displays?.onFound = { [unowned self] in try show(on: $0) }
        displays?.onLost = { [unowned self] in lose($0) }
        displays?.onAway = { [unowned self] in touchscreens.router.isHidden = $0 }
        touchscreens.onEndOfRecording = { [unowned self] in hasPlayed = true }
    }

    /// The present time on the monotonic clock, which touches and deadlines use too.
    public var now: Duration { loop.now }

    /// Shows the window and reads touches, then leaves the display as it was found. Returns after
    /// SIGTERM or SIGINT, after `stop()`, and at the end of a recording. Call it once.
    ///
    /// - Throws: If a recording cannot be read, the loop fails, or the last picture cannot be
    ///   written. A missing display or touchscreen is no error: `run()` waits for it.
    public func run() throws {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.signal(signal) { [unowned self] in loop.exit() })
        }
        try displays?.search()
        switch touch {
        case .none: break
        case .automatic, .devices: try touchscreens.follow()
        case .recording(let path):
            try touchscreens.play(EvemuRecording(contentsOf: path), named: path)
        case .events(let path): try touchscreens.read(pipe: path)
        }
        try loop.run()
        window.noteTime(loop.now)
        window.cancelTouches(reason: .shutdown)
        defer { (screen, displays) = (nil, nil) }
        if let picturePath, let screen {
            try Screenshot(path: picturePath).write(screen.lastPicture())
        }
    }

    /// Makes `run()` return at the end of the present round of events.
    public func stop() { loop.exit() }

    private func endRound() throws {
        try screen?.update(at: loop.now)
        if hasPlayed, screen?.isSettled ?? true { loop.exit() }
        if let time = window.nextDeadline {
            try deadline?.fire(at: time)
        } else if deadline?.isArmed ?? false {
            try deadline?.disarm()
        }
    }

    /// Shows the window on a display: at its size, rotated as it is mounted.
    private func show(on unturned: any Display) throws {
        let rotation = description.rotation ?? unturned.mounting
        let display = TurnedDisplay.showing(at: rotation, on: unturned)
        let bounds = display.bounds
        let size = Size(width: Double(bounds.width), height: Double(bounds.height))
        let picture = TouchedPicture(
            size: size, rotation: rotation, given: description.millimetres,
            display: display.millimetres)
        let density = description.pixelsPerMillimetre(
            atWidth: bounds.width, height: bounds.height, display: picture.millimetres)
        window.pixelsPerMillimetre = density ?? PanelDescription.assumedDensity
        if size != window.bounds.size {
            window.frame = Rect(origin: .zero, size: size)
        }
        onResize?(window)
        try touchscreens.resize(to: picture, on: display.connector)
        let screen = try Screen(showing: window, on: display, loop: loop, log: log)
        screen.onFirstFrame = { [unowned self] in displays?.pictureWasShown() }
        screen.onRejection = { [unowned self] in try displays?.frameWasRejected() }
        screen.onLoss = { [unowned self] error in
            let hasWorked = self.screen?.isShown ?? false
            lose("\(error)")
            try displays?.displayFailed(error, hasWorked: hasWorked)
        }
        self.screen = screen
        try screen.update(at: loop.now)
    }

    private func lose(_ reason: String) {
        log("the display is gone: \(reason)", event: .displayLost)
        screen = nil
    }
}
