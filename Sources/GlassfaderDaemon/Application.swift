public import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel

/// A window on a display, under the fingers of its touchscreens, without a panel file and a socket: for a
/// tree of views that a program makes by hand. As UIApplication.
///
/// ```swift
/// let application = try Application()
/// application.window.addSubview(fader)
/// try application.run()
/// ```
///
/// All of it happens in the thread that calls `run()`. It needs the same permissions as the daemon, and
/// no display server may be running.
public final class Application {
    /// What shows the window.
    public enum Output: Equatable, Sendable {
        /// The first screen that is connected, now or later.
        case screen
        /// Memory, as if it were a screen of a size in pixels, which has 60 pictures a second.
        case memory(width: Int, height: Int)
    }

    /// What touches the window.
    public enum Input: Equatable, Sendable {
        /// Every touchscreen there is, or comes.
        case touchscreens
        /// A recording of one, in the format of evemu; `run()` returns when it has been played.
        case recording(path: String)
        /// Nothing.
        case none
    }

    /// What is shown, as large as the display: 1280x800 pixels until there is one.
    public let window: Window
    /// Called with the window whenever a display was found, as large as that, before the first frame on
    /// it: to place what has no autoresizing mask.
    public var onResize: ((Window) -> Void)?
    /// The PNG file that the last picture is written to when `run()` ends; `nil` (the default) for none.
    public var picturePath: String?

    private let input: Input
    private let log: (String) -> Void
    private let loop: EventLoop
    private let touchscreens: Touchscreens
    private let description = DisplayDescription()
    private var displays: DisplayFinder?
    private var screen: Screen?
    private var hasPlayed = false
    private var sources: [EventSource] = []
    private var deadline: EventSource?

    /// An application whose window is empty. Nothing is opened before `run()` is called.
    ///
    /// - Parameters:
    ///   - output: What shows the window.
    ///   - input: What touches it.
    ///   - log: Called with what there is to say, such as that there is no display yet, for people.
    /// - Throws: If the event loop cannot be made.
    public init(
        on output: Output = .screen, touchedBy input: Input = .touchscreens,
        log: @escaping (String) -> Void = { print($0) }
    ) throws {
        self.input = input
        self.log = log
        let loop = try EventLoop()
        self.loop = loop
        window = Window(size: Size(width: 1280, height: 800))
        touchscreens = Touchscreens(
            touching: window, selection: DeviceSelection(InputDescription()), loop: loop,
            timeSuspended: { loop.timeSuspended }, log: log)
        // When a round is over: what changed is drawn, once.
        sources.append(try loop.post { [unowned self] in try endRound() })
        deadline = try loop.timer(at: nil) { [unowned self] in window.advance(to: $0) }
        let choice: Options.DisplayChoice =
            switch output {
            case .screen: .device(.automatic)
            case .memory(let width, let height): .memory(width: width, height: height)
            }
        displays = try DisplayFinder(
            DisplayFinder.Wanted(choice, description), as: description, usesAtomic: true,
            keeper: CardKeeper(ServiceManager(), log: log), loop: loop,
            memory: { try MemoryDisplay(loop: $0, width: $1, height: $2) }, log: log,
            found: { [unowned self] in try show(on: $0) }, lost: { [unowned self] in lose($0) })
        displays?.onAway = { [unowned self] in touchscreens.router.isHidden = $0 }
        touchscreens.onEndOfRecording = { [unowned self] in hasPlayed = true }
    }

    /// The present, on the monotonic clock that touches and deadlines have.
    public var now: Duration { loop.now }

    /// Shows the window and reads fingers until SIGTERM or SIGINT comes, `stop()` is called or a recording
    /// is over, and leaves the display as it was found. To be called once.
    ///
    /// - Throws: If a recording cannot be read, an action has made the loop fail, or the last picture
    ///   cannot be written. A display or a touchscreen that is not there is waited for.
    public func run() throws {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.signal(signal) { [unowned self] in loop.exit() })
        }
        try displays?.search()
        switch input {
        case .none: break
        case .touchscreens: try touchscreens.follow()
        case .recording(let path):
            try touchscreens.play(EvemuRecording(contentsOf: path), named: path)
        }
        try loop.run()
        window.cancelTouches(reason: .shutdown)
        defer { (screen, displays) = (nil, nil) }
        if let picturePath, let screen {
            try Screenshot(path: picturePath).write(screen.lastPicture())
        }
    }

    /// Lets `run()` return when the present round of events is over.
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

    /// Shows the window on a display, as large as that and turned as it is mounted.
    private func show(on unturned: any Display) throws {
        let rotation = unturned.mounting
        let turn = TurnedDisplay.Turn(rawValue: (rotation - unturned.rotation + 360) % 360)
        let display: any Display = turn.map { TurnedDisplay(unturned, by: $0) } ?? unturned
        let bounds = display.bounds
        let size = Size(width: Double(bounds.width), height: Double(bounds.height))
        let picture = TouchedPicture(
            size: size, rotation: rotation, given: nil, display: display.millimetres)
        let density = description.pixelsPerMillimetre(
            atWidth: bounds.width, height: bounds.height, display: picture.millimetres)
        window.pixelsPerMillimetre = density ?? Window.defaultPixelsPerMillimetre
        if size != window.bounds.size {
            window.frame = Rect(origin: .zero, size: size)
        }
        onResize?(window)
        touchscreens.router.resize(to: picture, on: display.connector)
        let screen = try Screen(showing: window, on: display, loop: loop, log: log)
        screen.onFirstFrame = { [unowned self] in displays?.pictureIsSeen() }
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
        log("the display is gone: \(reason)")
        screen = nil
    }
}
