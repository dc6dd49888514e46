import Controls
import DRM
import Drawing
import EventLoop

/// Shows a window on a display: draws changes as soon as the display can take a frame.
final class Screen {
    /// Whether a frame may be begun, and what must happen first.
    ///
    /// The states that exist together with those of a display on a card and of its output:
    ///
    /// | `Screen.Pace` | `DRMDisplay.Phase` | `Output.State` | goes on with |
    /// |---|---|---|---|
    /// | ready | idle | untouched, off, showing | damage |
    /// | delayed, due, early | idle | untouched, off, showing | the screen's timer |
    /// | flipping | flipping | flipping | the card's event, or the display's timer |
    /// | deferred | flipping | flipping | the next round of events |
    /// | flipping | busy | untouched, off, showing | the display's timer |
    /// | flipping | visible | showing | the display's timer |
    /// | rejected, lost | idle | untouched, off, showing, flipping | the screen's timer |
    ///
    /// After a failed frame, the next one sets the mode, in any state of the output.
    enum Pace {
        case ready
        /// A frame begins later, so that it shows fingers where they are when it becomes visible.
        /// The timer begins it.
        case delayed
        /// The timer has fired: the delayed frame begins in this round.
        case due
        /// A frame was presented and is not visible yet.
        case flipping
        /// A frame was presented, and nothing waits for it to become visible before the next round
        /// of events.
        case deferred
        /// The display showed a frame sooner than it refreshes, or the next frame of an animation
        /// is due later. The timer fires when it is time.
        case early
        /// The display rejected a frame. The timer fires when it is time to try again.
        case rejected
        /// The display has failed for good. The timer calls `onLoss` from the event loop.
        case lost(any Error)
    }

    /// How long to wait before presenting again after a rejected frame.
    private static let retryInterval = Duration.milliseconds(500)

    /// The longest time until the next deadline, such as a clock's next second, for which a frame's
    /// completion is deferred. A lost flip is noticed later by that time.
    private static let longestDeferral = Duration.seconds(1)

    /// The smallest damage that a frame can be presented with.
    private static let somePixel = PixelRect(x: 0, y: 0, width: 1, height: 1)

    /// The display that shows the window.
    let display: any Display
    /// Called when the first frame has become visible.
    var onFirstFrame: (() throws -> Void)?
    /// Called from the event loop before a frame is tried again after a rejection. The monitor or
    /// its mode may have changed without an event.
    var onRejection: (() throws -> Void)?
    /// Called from the event loop when the display is gone, or another program has become its
    /// master.
    var onLoss: ((any Error) throws -> Void)?

    /// Whether to show nothing. The screen switches the display off when the last frame has been
    /// shown.
    var isBlank = false
    private var isOff = false
    /// Whether the display was switched off successfully: it shows nothing, whatever was drawn.
    private var isDark = false

    private let window: Window
    private let loop: EventLoop
    private let log: Log
    /// The bitmap to draw into, unless the display has memory to draw into.
    private lazy var shadow = Bitmap(
        width: display.bounds.width, height: display.bounds.height, format: .xrgb32)
    /// The bitmap with the last frame.
    private var drawn: Bitmap?
    private var pacing: FramePacing
    /// Whether frames under a finger begin just before the vertical blank at which they become
    /// visible.
    var latchesLate: Bool {
        get { pacing.latchesLate }
        set { pacing.latchesLate = newValue }
    }
    private(set) var pace = Pace.ready
    /// Damage that the next frame must have besides the window's.
    private var pendingDamage = Region()
    private var timer: EventSource?
    /// Why the display rejected the last frame; `nil` if it did not.
    private var lastRejection: String?
    private let captures: CaptureQueue
    /// The number of frames that were begun.
    private var frames = 0
    /// Whether any frame has become visible.
    private(set) var isShown = false

    /// Makes a screen whose first frame shows the whole window.
    ///
    /// - Parameter latchesLate: whether frames under a finger begin just before the vertical blank
    ///   at which they become visible, instead of as soon as the last frame is visible.
    init(
        showing window: Window, on display: any Display, latchesLate: Bool = true,
        loop: EventLoop, log: Log
    ) throws {
        self.window = window
        self.display = display
        self.loop = loop
        self.log = log
        captures = CaptureQueue(loop: loop)
        pacing = FramePacing(refreshInterval: display.refreshInterval, latchesLate: latchesLate)
        window.setNeedsDisplay()
        timer = try loop.timer(at: nil) { [unowned self] _ in try timerFired() }
        pendingDamage = Region(display.bounds)
    }

    /// Whether everything is shown, or cannot be shown for now.
    var isSettled: Bool {
        switch pace {
        case .ready, .delayed, .due, .early, .deferred: isOff || !needsFrame
        case .flipping: false
        case .rejected, .lost: true
        }
    }

    /// Draws and presents changes, unless a frame is pending or delayed.
    func update(at now: Duration) throws {
        try endDeferral()
        if isBlank != isOff { guard try switchDisplay() else { return } }
        guard !isOff else { return try captureIfCurrent() }
        switch pace {
        case .ready:
            guard needsFrame else { return try captureIfCurrent() }
            if let time = pacing.delay(at: now, isTouched: window.isTouched) {
                return try wait(until: time, as: .delayed)
            }
        case .due:
            pace = .ready
        case .delayed, .flipping, .deferred, .early, .rejected, .lost:
            return
        }
        let time = pacing.begin(at: now)
        frames += 1
        var damage = Region()
        swap(&damage, &pendingDamage)
        window.update(damage: &damage, at: time)
        damage.formIntersection(display.bounds)
        guard !damage.isEmpty else {
            pacing.dropped()
            try beginCapture()
            // An animation step that looks the same as the last one damages nothing, but needs a
            // next frame.
            if window.needsFrame { try wait(until: time, as: .early) }
            return
        }
        let picture = display.prepareCanvas(for: damage) ?? shadow
        window.draw(damage, into: picture)
        drawn = picture
        captures.pictureHasChanged()
        pace = .flipping
        do {
            try display.present(picture, damage: damage) { [unowned self] in try didPresent($0) }
            // The first frame sets the mode, which takes longer than any other.
            if isShown { pacing.handedOver(after: loop.exactTime - now) }
        } catch {
            try reject(error)
        }
        try deferCompletion(at: now)
    }

    /// Lets the display sleep until the next round of events, unless something waits for the frame
    /// to become visible.
    private func deferCompletion(at now: Duration) throws {
        guard case .flipping = pace, isShown, !needsFrame, isBlank == isOff, !captures.isWaiting,
            !window.isTouched, let next = window.nextDeadline, next - now <= Self.longestDeferral
        else { return }
        pace = .deferred
        try display.deferCompletion(true)
    }

    private func endDeferral() throws {
        guard case .deferred = pace else { return }
        pace = .flipping
        try display.deferCompletion(false)
    }

    private var connector: LogEntry.Field? { display.connector.map { .connector($0) } }

    private var needsFrame: Bool { window.needsFrame || !pendingDamage.isEmpty }

    /// Switches the display off or on, unless a frame is pending. Returns whether it was switched.
    private func switchDisplay() throws -> Bool {
        if case .flipping = pace { return false }
        isOff = isBlank
        captures.pictureHasChanged()
        do {
            try display.setBlank(isOff)
            isDark = isOff
        } catch {
            isDark = false
            log("\(error)", .warning, about: connector)
        }
        // A frame switches the display on again, even without changes.
        if !isOff, pendingDamage.isEmpty { pendingDamage = Region(Self.somePixel) }
        return true
    }

    private func didPresent(_ result: Result<Duration, any Error>) throws {
        switch result {
        case .success(let time):
            lastRejection = nil
            pace = .ready
            let isVerticalBlank = display.isSynchronized
            if let due = pacing.presented(at: time, isVerticalBlank: isVerticalBlank),
                due > loop.now
            {
                try wait(until: due, as: .early)
            }
            // If the display is about to be switched off, the picture is about to change.
            if isBlank == isOff { try beginCapture() }
            guard !isShown else { return }
            isShown = true
            try onFirstFrame?()
        case .failure(let error):
            try reject(error)
        }
    }

    /// The display keeps the damage of a failed frame, and shows it with a later one.
    private func reject(_ error: any Error) throws {
        pacing.dropped()
        if isLoss(error) {
            try wait(until: loop.now, as: .lost(error))
            return try beginCapture()
        }
        let rejection = "\(error)"
        if rejection != lastRejection {
            lastRejection = rejection
            log("\(rejection); trying again until it works", .warning, about: connector)
        }
        pendingDamage = Region(Self.somePixel)
        try wait(until: loop.now + Self.retryInterval, as: .rejected)
        try beginCapture()
    }

    /// After another program was the card's master, only opening the card again makes us master.
    private func isLoss(_ error: any Error) -> Bool {
        if let error = error as? DRMError { return [.gone, .notMaster].contains(error.reason) }
        return error is LostFlips
    }

    private func wait(until time: Duration, as pace: Pace) throws {
        self.pace = pace
        try timer?.fire(at: time)
    }

    private func timerFired() throws {
        switch pace {
        case .lost(let error):
            try onLoss?(error)
        case .rejected:
            pace = .ready
            try onRejection?()
        case .delayed:
            pace = .due
        case .ready, .due, .flipping, .deferred, .early:
            pace = .ready
        }
    }

    // MARK: Captures

    /// Makes an upright PNG of the screen with all changes so far, as soon as the frame with the
    /// last change is visible. Encodes it in slices between other work.
    ///
    /// - Parameter completion: called from the event loop with the PNG or the error.
    func capture(_ completion: @escaping ScreenCapture.Completion) throws {
        if needsFrame, !isOff { captures.pictureHasChanged() }
        captures.add(needsFrame ? frames + 1 : frames, completion)
        try captureIfCurrent()
    }

    /// Completes all captures with an error: the screen is gone.
    func abandonCaptures(_ reason: any Error) {
        captures.abandon(reason)
    }

    /// The picture on the display, upright: the last drawn frame, or black while the display is
    /// switched off. Must not be drawn into.
    private var picture: Bitmap {
        guard !isDark else {
            return Bitmap(
                width: display.bounds.width, height: display.bounds.height, format: .xrgb32)
        }
        return drawn ?? shadow
    }

    /// Encodes the present picture as a PNG at once. Takes long: only for a program that ends.
    func lastPicture() throws -> [UInt8] {
        try picture.pngData()
    }

    /// Whether the frame drawn last is on the screen and no newer one is due. False while a frame
    /// is delayed: copying the picture may take longer than the delay.
    private var isPictureCurrent: Bool {
        guard isBlank == isOff else { return false }
        return switch pace {
        case .flipping, .deferred: false
        case .ready, .early: isOff || !needsFrame
        case .delayed, .due: isOff
        case .rejected, .lost: true
        }
    }

    /// Begins a capture if one was requested and the picture is current.
    private func captureIfCurrent() throws {
        if captures.isWaiting, isPictureCurrent { try beginCapture() }
    }

    private func beginCapture() throws {
        try captures.begin(of: picture, inFrame: isDrawing ? frames : .max) { [unowned self] in
            try captureIfCurrent()
        }
    }

    /// Whether changes are drawn. Otherwise the present picture is the best one.
    private var isDrawing: Bool {
        switch pace {
        case .ready, .delayed, .due, .early, .flipping, .deferred: !isOff
        case .rejected, .lost: false
        }
    }
}
