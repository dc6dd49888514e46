public import Controls
import Drawing
import EventLoop
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
    private let description: DisplayDescription
    let loop: EventLoop
    private let shown: ShownWindow
    private var endOfRound: EventSource?
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
        isTouchedByAny: Bool = false, machine: Machine = Machine(), log: Log
    ) throws {
        self.touch = touch
        self.description = description
        loop = try EventLoop(clock: machine.clock)
        window = Window(size: Size(width: 1280, height: 800))
        let displays = try DisplayFinder(
            display, as: description, cardStore: CardStore(ServiceManager(), log: log),
            machine: machine, loop: loop, log: log)
        shown = try ShownWindow(
            window, on: displays, as: description,
            touchedBy: DeviceSelection(
                input, seat: description.seat, wanted: touch.devices,
                isOfAnyScreen: isTouchedByAny),
            endsAfterRecording: true, machine: machine, loop: loop, log: log)
        shown.willShow = { [unowned self] in resize(to: $0) }
        // Draws all changes of a round once.
        endOfRound = try loop.post { [unowned self] in try endRound() }
        deadline = try loop.timer(at: nil) { [window] in window.advance(to: $0) }
    }

    var touchscreens: Touchscreens { shown.touchscreens }
    var screen: Screen? { shown.screen }

    /// The present time on the monotonic clock, which touches and deadlines use too.
    public var now: Duration { loop.now }

    /// Shows the window and reads touches, then leaves the display as it was found. Returns after
    /// SIGTERM or SIGINT, after `stop()`, and at the end of a recording. Call it once.
    ///
    /// - Throws: If a recording cannot be read, the loop fails, or the last picture cannot be
    ///   written. A missing display or touchscreen is no error: `run()` waits for it.
    public func run() throws {
        try shown.handleSignals()
        defer { shown.end() }
        try shown.start(touch)
        try loop.run()
        window.noteTime(loop.now)
        window.cancelTouches(reason: .shutdown)
        if let picturePath, let screen {
            try Screenshot(path: picturePath).write(screen.lastPicture())
        }
    }

    /// Makes `run()` return at the end of the present round of events.
    public func stop() { loop.exit() }

    private func endRound() throws {
        try shown.endRound()
        try deadline?.setDeadline(window.nextDeadline)
    }

    private func resize(to display: any Display) {
        let (width, height) = (display.bounds.width, display.bounds.height)
        let density = description.pixelsPerMillimetre(
            atWidth: width, height: height,
            display: DisplayDescription.plausible(display.millimetres))
        window.pixelsPerMillimetre = density ?? PanelDescription.assumedDensity
        let size = Size(width: Double(width), height: Double(height))
        if size != window.bounds.size {
            window.frame = Rect(origin: .zero, size: size)
        }
        onResize?(window)
    }
}
