import Controls
import Drawing
import Evdev
import EventLoop
import Glibc
import Panel

/// A window on a display, under the fingers on its touchscreens: what the daemon and `Application`
/// have in common.
///
/// It moves the window to whichever display is found, and cancels touches when fingers may have
/// moved unseen: after suspend, and while another console is shown.
final class ShownWindow {
    /// Why there is no picture without a display.
    struct NoDisplay: Error, CustomStringConvertible {
        var description: String { "there is no display" }
    }

    /// Why there is no picture at the end.
    struct Ending: Error, CustomStringConvertible {
        var description: String { "the program is ending" }
    }

    let window: Window
    let touchscreens: Touchscreens
    /// Finds the display; `nil` after `end()`.
    private(set) var displays: DisplayFinder?
    /// The screen that shows the window; `nil` while there is no display.
    private(set) var screen: Screen? {
        didSet { if oldValue !== screen { oldValue?.abandonCaptures(NoDisplay()) } }
    }
    /// Whether the display is switched off.
    var isBlank = false {
        didSet {
            screen?.isBlank = isBlank
            window.isBlank = isBlank
        }
    }

    /// Called with a display before it shows the window, which must get the display's size.
    var willShow: ((any Display) throws -> Void)?
    /// Called when the first frame on a display has become visible.
    var onFirstFrame: (() throws -> Void)?
    /// Called with true when another console becomes visible instead, and with false when it was
    /// left.
    var onAway: ((Bool) -> Void)?
    /// Called when a display or a touchscreen was found or lost.
    var onChange: (() -> Void)?

    private var description: DisplayDescription
    private let loop: EventLoop
    private let log: Log
    /// The picture on the display until the window is shown.
    private var splash: Splash?
    /// Sources that live as long as the window: signals.
    private var sources: [EventSource] = []
    private var clockWatch: ClockWatch?
    private var sleepDetector: SleepDetector
    /// Whether the touchscreens have been opened: one of them may know the size of the screen.
    private var isStarted = false
    /// Whether a recording has been played; the last picture may still be on its way.
    private var hasPlayed = false

    /// Connects a window with displays and touchscreens. Opens none of them before
    /// `start(_:playing:speed:)`.
    ///
    /// - Parameters:
    ///   - displays: finds the display.
    ///   - splash: the picture that is shown meanwhile.
    ///   - description: the display settings of the panel file.
    ///   - selection: the touchscreens to read.
    ///   - endsAfterRecording: whether the loop ends when a recording has been played and shown.
    init(
        _ window: Window, on displays: DisplayFinder, after splash: Splash? = nil,
        as description: DisplayDescription, touchedBy selection: DeviceSelection,
        endsAfterRecording: Bool, machine: Machine, loop: EventLoop, log: Log
    ) throws {
        self.window = window
        self.displays = displays
        self.splash = splash
        self.description = description
        self.loop = loop
        self.log = log
        touchscreens = Touchscreens(
            touching: window, selection: selection, loop: loop, log: log)
        sleepDetector = SleepDetector(timeSuspended: loop.timeSuspended)
        window.clock = { [unowned loop, readClock = machine.readClock] in readClock(loop) }
        displays.onFound = { [unowned self] in try show(on: $0) }
        displays.onLost = { [unowned self] in lose($0) }
        displays.onAbsence = { [unowned self] in onChange?() }
        displays.onAway = { [unowned self] isAway in
            touchscreens.router.isHidden = isAway
            onAway?(isAway)
        }
        touchscreens.onChange = { [unowned self] in onChange?() }
        if endsAfterRecording {
            touchscreens.onEndOfRecording = { [unowned self] in hasPlayed = true }
        }
        clockWatch = try ClockWatch(loop) { [unowned self] in try clockWasSet() }
    }

    /// Ends the loop on SIGTERM and SIGINT.
    func handleSignals() throws {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.signal(signal) { [unowned self] in loop.exit() })
        }
    }

    /// Shows the window if there is a display, and starts to read touches.
    ///
    /// - Throws: if the recording or the pipe cannot be read. A missing display or touchscreen is
    ///   no error: the window waits for it.
    func start(
        _ touch: Options.TouchChoice, playing recording: EvemuRecording? = nil,
        speed: ReplaySpeed = .recorded
    ) throws {
        if let splash {
            try splash.end { [unowned self] in try show(on: $0) }
        } else {
            try displays?.search()
        }
        try touchscreens.start(touch, playing: recording, speed: speed)
        isStarted = true
        try screen?.update(at: loop.now)
    }

    /// Draws what has changed. Call it at the end of each round of events.
    func endRound() throws {
        try screen?.update(at: loop.now)
        if hasPlayed, screen?.isSettled ?? true { loop.exit() }
    }

    /// Leaves the display as it was found.
    func end() {
        screen?.abandonCaptures(Ending())
        screen = nil
        splash = nil
        displays = nil
    }

    /// Applies the display settings of a reloaded panel file. If the size of the screen is another
    /// one, touches get another scale, and those that are down are cancelled.
    func follow(_ description: DisplayDescription) throws {
        self.description = description
        guard let screen else { return }
        screen.latchesLate = description.latchesLate
        try mapTouches(to: screen.display, rotation: touchscreens.router.picture.rotation)
    }

    // MARK: Displays

    /// Shows the window on a display: rotated as the display is mounted.
    func show(on unturned: any Display) throws {
        splash = nil
        let rotation = description.rotation ?? unturned.mounting
        let display = TurnedDisplay.showing(at: rotation, on: unturned)
        try willShow?(display)
        try mapTouches(to: display, rotation: rotation)
        touchscreens.router.overlay?.fit(window.bounds.size)
        let screen = try Screen(
            showing: window, on: display, latchesLate: description.latchesLate, loop: loop,
            log: log)
        screen.onFirstFrame = { [unowned self] in
            displays?.pictureWasShown()
            try onFirstFrame?()
        }
        screen.onRejection = { [unowned self] in try displays?.frameWasRejected() }
        screen.onLoss = { [unowned self] error in
            let hasWorked = self.screen?.isShown ?? false
            lose("\(error)")
            try displays?.displayFailed(error, hasWorked: hasWorked)
        }
        screen.isBlank = isBlank
        self.screen = screen
        if isStarted { try screen.update(at: loop.now) }
        onChange?()
    }

    private func mapTouches(to display: any Display, rotation: Int) throws {
        let picture = TouchedPicture(
            size: window.bounds.size, rotation: rotation, given: description.millimetres,
            display: display.millimetres)
        try touchscreens.resize(to: picture, on: display.connector)
    }

    private func lose(_ reason: String) {
        log(
            "the display is gone: \(reason)", event: .displayLost,
            about: screen?.display.connector.map { .connector($0) })
        screen = nil
        splash = nil
        onChange?()
    }

    // MARK: Time

    /// Handles a resume, or a correction of the clock. After suspend, fingers may have moved and
    /// the card may have lost its picture.
    private func clockWasSet() throws {
        touchscreens.router.cancelAfterSuspension()
        window.clockWasSet()
        if sleepDetector.noticeSleep(timeSuspended: loop.timeSuspended) {
            try displays?.restart()
        }
    }
}
