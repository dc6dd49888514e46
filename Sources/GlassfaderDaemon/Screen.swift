import Controls
import DRM
import Drawing
import EventLoop

/// Shows a window on a display: draws what changed, when the display can take it.
final class Screen {
    /// Whether a frame may be begun.
    private enum Pace {
        case ready
        /// A frame was handed over and has not been seen yet.
        case flipping
        /// The display showed a frame sooner than it refreshes, or a frame that moves is due
        /// later. The timer says when to go on.
        case early
        /// The display refuses frames for now. The timer says when to try again.
        case refused
        /// The display is of no use any more. The timer says so from the event loop.
        case lost(any Error)
    }

    /// How long to wait before a refused frame is tried again.
    private static let retryInterval = Duration.milliseconds(500)

    /// The least that a frame can be presented with.
    private static let somePixel = PixelRect(x: 0, y: 0, width: 1, height: 1)

    /// What shows the window.
    let display: any Display
    /// Told when the first frame has been seen.
    var onFirstFrame: (() throws -> Void)?
    /// Told, from the event loop, when a frame that was refused is tried again: what is refused may
    /// have changed unheard.
    var onRefusal: (() throws -> Void)?
    /// Told, from the event loop, when the display is gone or another program's.
    var onLoss: ((any Error) throws -> Void)?

    /// Whether nothing is to be shown: the display is switched off when the last frame is seen.
    var isBlank = false
    private var isOff = false

    private let window: Window
    private let loop: EventLoop
    private let log: (String) -> Void
    /// What frames are drawn into, unless the display has memory for that.
    private lazy var shadow = Bitmap(
        width: display.bounds.width, height: display.bounds.height, format: .xrgb32)
    private var clock: FrameClock
    private var pace = Pace.ready
    /// What was drawn, but has not been handed over.
    private var owed = Region()
    private var timer: EventSource?
    /// Why the last frame was refused; `nil` after one that was not.
    private var lastRefusal: String?
    /// Whether a frame has been seen.
    private(set) var isShown = false

    /// A screen that shows the whole window with its first frame.
    init(
        showing window: Window, on display: any Display, loop: EventLoop,
        log: @escaping (String) -> Void
    ) throws {
        self.window = window
        self.display = display
        self.loop = loop
        self.log = log
        clock = FrameClock(refreshInterval: display.refreshInterval)
        window.setNeedsDisplay()
        timer = try loop.timer(at: nil) { [unowned self] _ in try goOn() }
        owed = Region(display.bounds)
    }

    /// Whether there is nothing to be shown that is not, or it cannot be shown for now.
    var isSettled: Bool {
        switch pace {
        case .ready, .early: isOff || !window.needsFrame && owed.isEmpty
        case .flipping: false
        case .refused, .lost: true
        }
    }

    /// Draws and presents what has changed, unless a frame is on its way.
    func update(at now: Duration) throws {
        if isBlank != isOff { guard try switchDisplay() else { return } }
        guard !isOff, case .ready = pace, window.needsFrame || !owed.isEmpty else { return }
        let time = clock.nextPresentation(after: now)
        var damage = owed
        window.update(damage: &damage, at: time)
        damage.formIntersection(display.bounds)
        owed = Region()
        guard !damage.isEmpty else {
            // Only an animation that shows the same as before needs a frame and damages nothing.
            if window.needsFrame { try wait(until: time, as: .early) }
            return
        }
        let picture = display.canvas(for: damage) ?? shadow
        window.draw(damage, into: picture)
        pace = .flipping
        do {
            try display.present(picture, damage: damage) { [unowned self] in try didPresent($0) }
        } catch {
            try refuse(error)
        }
    }

    /// Switches the display off or on, unless a frame is on its way. Returns whether it has.
    private func switchDisplay() throws -> Bool {
        if case .flipping = pace { return false }
        isOff = isBlank
        do {
            try display.setBlank(isOff)
        } catch {
            log("\(error)")
        }
        // A display that was off shows itself with a frame, though nothing in it is new.
        if !isOff, owed.isEmpty { owed = Region(Self.somePixel) }
        return true
    }

    private func didPresent(_ result: Result<Duration, any Error>) throws {
        switch result {
        case .success(let time):
            lastRefusal = nil
            pace = .ready
            if let due = clock.presented(at: time) { try wait(until: due, as: .early) }
            guard !isShown else { return }
            isShown = true
            try onFirstFrame?()
        case .failure(let error):
            try refuse(error)
        }
    }

    /// The display keeps the damage of a frame that failed: any later one shows it.
    private func refuse(_ error: any Error) throws {
        if isLoss(error) { return try wait(until: loop.now, as: .lost(error)) }
        let refusal = "\(error)"
        if refusal != lastRefusal {
            lastRefusal = refusal
            log("\(refusal); trying again until it works")
        }
        owed = Region(Self.somePixel)
        try wait(until: loop.now + Self.retryInterval, as: .refused)
    }

    /// A card that has another master is opened anew: only so can we become its master after it.
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
        case .refused:
            pace = .ready
            try onRefusal?()
        case .ready, .flipping, .early:
            pace = .ready
        }
    }
}
