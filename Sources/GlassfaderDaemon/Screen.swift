import Controls
import DRM
import Drawing
import EventLoop

/// Shows a window on a display: draws what changed, when the display can take it.
final class Screen {
    /// Whether a frame may be begun.
    ///
    /// These states exist together with those of a display on a card and of its output:
    ///
    /// | `Screen.Pace` | `DRMDisplay.Phase` | `Output.State` | goes on with |
    /// |---|---|---|---|
    /// | ready | idle | untouched, off, showing | damage |
    /// | delayed, due, early | idle | untouched, off, showing | the screen's timer |
    /// | flipping | flipping | flipping | the card's event, or the display's timer |
    /// | flipping | busy | untouched, off, showing | the display's timer |
    /// | flipping | visible | showing | the display's timer |
    /// | rejected, lost | idle | untouched, off, showing, flipping | the screen's timer |
    ///
    /// A display whose frame failed sets the mode with the next one, whatever its output does.
    enum Pace {
        case ready
        /// A frame is begun later, so that it shows fingers where they are when it is seen. The
        /// timer says when.
        case delayed
        /// The time is there for a frame that was delayed.
        case due
        /// A frame was handed over and has not been seen yet.
        case flipping
        /// The display showed a frame sooner than it refreshes, or a frame that moves is due
        /// later. The timer says when to go on.
        case early
        /// The display rejects frames for now. The timer says when to try again.
        case rejected
        /// The display is of no use any more. The timer says so from the event loop.
        case lost(any Error)
    }

    /// How long to wait before a rejected frame is tried again.
    private static let retryInterval = Duration.milliseconds(500)

    /// The least that a frame can be presented with.
    private static let somePixel = PixelRect(x: 0, y: 0, width: 1, height: 1)

    /// What shows the window.
    let display: any Display
    /// Called when the first frame has been seen.
    var onFirstFrame: (() throws -> Void)?
    /// Called from the event loop when a frame that was rejected is tried again: what it was made for
    /// may have changed without an event.
    var onRejection: (() throws -> Void)?
    /// Called from the event loop when the display is gone or another program's.
    var onLoss: ((any Error) throws -> Void)?

    /// Whether nothing is to be shown: the display is switched off when the last frame is seen.
    var isBlank = false
    private var isOff = false
    /// Whether the display has been switched off: it shows nothing, whatever was drawn.
    private var isDark = false

    private let window: Window
    private let loop: EventLoop
    private let log: (String) -> Void
    /// What frames are drawn into, unless the display has memory for that.
    private lazy var shadow = Bitmap(
        width: display.bounds.width, height: display.bounds.height, format: .xrgb32)
    /// Where the last frame was drawn.
    private var drawn: Bitmap?
    private var pacing: FramePacing
    /// Whether frames under a finger are begun just before the vertical blank that shows them.
    var latchesLate: Bool {
        get { pacing.latchesLate }
        set { pacing.latchesLate = newValue }
    }
    private(set) var pace = Pace.ready
    /// What was drawn, but has not been handed over.
    private var owed = Region()
    private var timer: EventSource?
    /// Why the last frame was rejected; `nil` after one that was not.
    private var lastRejection: String?
    private let captures: CaptureQueue
    /// Whether a frame has been seen.
    private(set) var isShown = false

    /// A screen that shows the whole window with its first frame.
    ///
    /// - Parameter latchesLate: whether frames under a finger are begun just before the vertical
    ///   blank that shows them, and not as soon as the last frame has been seen.
    init(
        showing window: Window, on display: any Display, latchesLate: Bool = true,
        loop: EventLoop, log: @escaping (String) -> Void
    ) throws {
        self.window = window
        self.display = display
        self.loop = loop
        self.log = log
        captures = CaptureQueue(loop: loop)
        pacing = FramePacing(refreshInterval: display.refreshInterval, latchesLate: latchesLate)
        window.setNeedsDisplay()
        timer = try loop.timer(at: nil) { [unowned self] _ in try goOn() }
        owed = Region(display.bounds)
    }

    /// Whether there is nothing to be shown that is not, or it cannot be shown for now.
    var isSettled: Bool {
        switch pace {
        case .ready, .delayed, .due, .early: isOff || !needsFrame
        case .flipping: false
        case .rejected, .lost: true
        }
    }

    /// Draws and presents what has changed, unless a frame is on its way or to be begun later.
    func update(at now: Duration) throws {
        if isBlank != isOff { guard try switchDisplay() else { return } }
        guard !isOff else { return try handOut() }
        switch pace {
        case .ready:
            guard needsFrame else { return try handOut() }
            if let time = pacing.delay(at: now, isTouched: window.isTouched) {
                return try wait(until: time, as: .delayed)
            }
        case .due:
            pace = .ready
        case .delayed, .flipping, .early, .rejected, .lost:
            return
        }
        let time = pacing.begin(at: now)
        var damage = Region()
        swap(&damage, &owed)
        window.update(damage: &damage, at: time)
        damage.formIntersection(display.bounds)
        guard !damage.isEmpty else {
            pacing.dropped()
            try beginCapture()
            // Only an animation that shows the same as before needs a frame and damages nothing.
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
            // The first frame sets the mode, which takes as long as no other.
            if isShown { pacing.handedOver(after: loop.exactTime - now) }
        } catch {
            try reject(error)
        }
    }

    private var needsFrame: Bool { window.needsFrame || !owed.isEmpty }

    /// Switches the display off or on, unless a frame is on its way. Returns whether it has.
    private func switchDisplay() throws -> Bool {
        if case .flipping = pace { return false }
        isOff = isBlank
        captures.pictureHasChanged()
        do {
            try display.setBlank(isOff)
            isDark = isOff
        } catch {
            isDark = false
            log("\(error)")
        }
        // A display that was off shows itself with a frame, though nothing in it is new.
        if !isOff, owed.isEmpty { owed = Region(Self.somePixel) }
        return true
    }

    private func didPresent(_ result: Result<Duration, any Error>) throws {
        switch result {
        case .success(let time):
            lastRejection = nil
            pace = .ready
            let isVerticalBlank = display.isSynchronized
            if let due = pacing.presented(at: time, isVerticalBlank: isVerticalBlank) {
                try wait(until: due, as: .early)
            }
            // One that is to be switched off shows something else at once.
            if isBlank == isOff { try beginCapture() }
            guard !isShown else { return }
            isShown = true
            try onFirstFrame?()
        case .failure(let error):
            try reject(error)
        }
    }

    /// The display keeps the damage of a frame that failed: any later one shows it.
    private func reject(_ error: any Error) throws {
        pacing.dropped()
        try beginCapture()
        if isLoss(error) { return try wait(until: loop.now, as: .lost(error)) }
        let rejection = "\(error)"
        if rejection != lastRejection {
            lastRejection = rejection
            log("\(rejection); trying again until it works")
        }
        owed = Region(Self.somePixel)
        try wait(until: loop.now + Self.retryInterval, as: .rejected)
    }

    /// A card that has another master is opened again: only so can we become its master after it.
    private func isLoss(_ error: any Error) -> Bool {
        if let error = error as? DRMError { return [.gone, .notMaster].contains(error.reason) }
        return error is LostFlips
    }

    private func wait(until time: Duration, as pace: Pace) throws {
        self.pace = pace
        try timer?.fire(at: time)
    }

    private func goOn() throws {
        switch pace {
        case .lost(let error):
            try onLoss?(error)
        case .rejected:
            pace = .ready
            try onRejection?()
        case .delayed:
            pace = .due
        case .ready, .due, .flipping, .early:
            pace = .ready
        }
    }

    // MARK: Pictures of it

    /// Makes a PNG of what is on the screen, between the other things that there are to do, with all
    /// that has changed so far.
    ///
    /// While a frame is on its way, it is that frame, as soon as it is seen. The picture is upright
    /// however the display is mounted.
    ///
    /// - Parameter completion: called from the event loop with the PNG, or with why there is none.
    func capture(_ completion: @escaping ScreenCapture.Completion) throws {
        if needsFrame, !isOff { captures.pictureHasChanged() }
        captures.add(completion)
        try handOut()
    }

    /// Tells those who wait for a picture that the screen is gone.
    func abandonCaptures(_ reason: any Error) {
        captures.abandon(reason)
    }

    /// What the display shows, upright however it is mounted: what was drawn last, or black while it is
    /// switched off. Not to be drawn into.
    private var picture: Bitmap {
        guard !isDark else {
            return Bitmap(
                width: display.bounds.width, height: display.bounds.height, format: .xrgb32)
        }
        return drawn ?? shadow
    }

    /// What is on the screen as a PNG, at once: for a program that ends.
    func lastPicture() throws -> [UInt8] {
        try picture.pngData()
    }

    /// Whether what was drawn last is on the screen, and nothing newer is to be. Nor just before a
    /// frame is begun, since a copy may take longer than there is time for.
    private var isPictureCurrent: Bool {
        guard isBlank == isOff else { return false }
        return switch pace {
        case .flipping: false
        case .ready, .early: isOff || !needsFrame
        case .delayed, .due: isOff
        case .rejected, .lost: true
        }
    }

    /// Begins the picture that is wanted, if there is something that it can be of.
    private func handOut() throws {
        if captures.isWaiting, isPictureCurrent { try beginCapture() }
    }

    private func beginCapture() throws {
        try captures.begin(of: picture) { [unowned self] in try handOut() }
    }
}
