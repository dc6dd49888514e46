import EventLoop
import Files
import Panel
import PanelProtocol

/// The display's brightness. It dims and blanks the display when nobody has touched the panel for a
/// while.
final class DisplayDimmer {
    private enum Level {
        case bright, dim, blank
    }

    /// Called when the display must be switched off or on.
    var onBlank: ((Bool) throws -> Void)?
    /// Called with the brightness while the panel is touched when it may have changed; `nil` if it
    /// cannot be set.
    var onBrightness: ((Double?) -> Void)?
    /// Called when the panel must ignore touches, or must accept them again.
    var onIgnoreTouches: ((Bool) -> Void)?
    /// Whether a finger rests on the panel. A resting finger sends no reports, but keeps the
    /// display on.
    var isTouched: (() -> Bool)?

    private var description: DisplayDescription
    private let folder: String
    private let loop: EventLoop
    private let log: Log
    private var backlight: Backlight?
    private var level = Level.bright
    private var lastTouch: Duration
    private var timer: EventSource?
    private var logged: Set<String> = []
    /// Whether another console is shown.
    private var isAway = false
    /// Whether the display is switched off once no finger is on the panel.
    private var blanksAfterTouch = false
    /// The brightness while the panel is touched, in percent; `nil` leaves it unchanged.
    private var wanted: Double?

    /// Starts as if the panel had just been touched. Sets nothing before `start(card:)`.
    ///
    /// - Parameter folder: where the kernel lists backlights.
    init(
        _ description: DisplayDescription, folder: String = BacklightFolder.path, loop: EventLoop,
        log: Log
    ) throws {
        self.description = description
        self.folder = folder
        self.loop = loop
        self.log = log
        lastTouch = loop.now
        wanted = description.brightness
        timer = try loop.timer(at: nil, accuracy: .milliseconds(100)) { [unowned self] in
            try timerFired(at: $0)
        }
    }

    // MARK: For clients

    /// The brightness while the panel is touched, in percent; `nil` if it cannot be read.
    var brightness: Double? {
        backlight == nil ? nil : wanted ?? (try? backlight?.percent())
    }

    /// Whether there is a backlight that can be set.
    private var hasBacklight: Bool { backlight != nil }

    /// Sets the brightness in percent, clamped to what software sets, also for a display with a
    /// backlight that comes later.
    func setBrightness(_ percent: Double) {
        wanted = percent.clamped(
            from: DisplayDescription.brightnesses.lowerBound,
            to: DisplayDescription.brightnesses.upperBound)
        if level == .bright { setBacklight(wanted) }
        onBrightness?(brightness)
    }

    /// Whether the display is switched off.
    var isBlank: Bool { level == .blank }

    /// Switches the display on, or off until a touch or a request switches it on again.
    func setBlank(_ isBlank: Bool) throws {
        lastTouch = loop.now
        blanksAfterTouch = false
        try enter(isBlank ? .blank : .bright)
        try arm()
    }

    /// Switches the display off for a key of the panel, once the finger on the key has lifted: its
    /// lift would switch the display on again.
    func blank(for source: ValueChanged.Source) throws {
        if case .touch = source { blanksAfterTouch = true } else { try setBlank(true) }
    }

    // MARK: From the daemon

    /// Uses the backlight of a new display, by the name of its card.
    func start(card: String?) throws {
        do throws(FileError) {
            backlight = try Backlight(description.backlight, card: card, in: folder)
            if let backlight, wanted == nil, let dim = description.dim {
                // A daemon that was killed may have left it dim.
                let isLeftDim = try backlight.has(percent: dim.brightness)
                wanted = isLeftDim ? 100 : try backlight.percent()
            }
        } catch {
            giveUp(error)
        }
        if backlight == nil, description.brightness != nil || description.dim != nil {
            logOnce("no backlight: the brightness cannot be changed")
        }
        if level == .bright { setBacklight(wanted) }
        onBrightness?(brightness)
        try arm()
    }

    /// Applies a reloaded panel file. A brightness that a client has set stays, unless the file's
    /// has changed.
    func follow(_ description: DisplayDescription, card: String?) throws {
        let old = self.description
        self.description = description
        guard
            description.brightness != old.brightness || description.dim != old.dim
                || description.blank != old.blank || description.backlight != old.backlight
        else { return }
        if description.brightness != old.brightness { wanted = description.brightness ?? wanted }
        // The timer dims it again, if needed.
        if level == .dim { try enter(.bright) }
        try start(card: card)
    }

    /// Handles a report of a touchscreen: the display becomes bright, and the idle time restarts.
    func touched() throws {
        lastTouch = loop.now
        guard level != .bright else { return }
        try enter(.bright)
        try arm()
    }

    /// Switches the display off for a key once no finger is on the panel: it has lifted, or its
    /// touchscreen is gone.
    func blankAfterTouch() throws {
        if blanksAfterTouch, !(isTouched?() ?? false) { try setBlank(true) }
    }

    /// Restores the brightness of a dimmed display at the end, also of one that is blank now.
    func end() {
        if level != .bright { setBacklight(wanted) }
    }

    /// Whether another console is shown. The display is bright for it, and no time counts.
    func setAway(_ isAway: Bool) throws {
        guard isAway != self.isAway else { return }
        self.isAway = isAway
        blanksAfterTouch = false
        lastTouch = loop.now
        try enter(.bright)
        try arm()
    }

    // MARK: Time

    /// Sets the timer for the next deadline. A touch does not set it again: `timerFired(at:)`
    /// computes the idle time.
    private func arm() throws {
        let due: Duration? =
            switch level {
            case _ where isAway: nil
            case .bright: description.dim?.after ?? description.blank?.after
            case .dim: description.blank?.after
            case .blank: nil
            }
        try timer?.setDeadline(due.map { lastTouch + $0 })
    }

    private func timerFired(at now: Duration) throws {
        if isTouched?() ?? false { lastTouch = now }
        let idle = now - lastTouch
        if let blank = description.blank, idle >= blank.after {
            try enter(.blank)
        } else if let dim = description.dim, idle >= dim.after {
            try enter(.dim)
        }
        try arm()
    }

    private func enter(_ level: Level) throws {
        guard level != self.level else { return }
        let wasBlank = self.level == .blank
        self.level = level
        switch level {
        case .bright: setBacklight(wanted)
        case .dim: setBacklight(description.dim.map { min($0.brightness, wanted ?? $0.brightness) })
        case .blank: break
        }
        if wasBlank != (level == .blank) { try onBlank?(level == .blank) }
        let firstTouch: DisplayDescription.FirstTouch =
            switch level {
            case .bright: .act
            case .dim: description.dim?.firstTouch ?? .act
            case .blank: description.blank?.firstTouch ?? .swallow
            }
        onIgnoreTouches?(firstTouch == .swallow)
    }

    private func setBacklight(_ percent: Double?) {
        guard let percent, let backlight else { return }
        do throws(FileError) {
            try backlight.setPercent(percent)
        } catch {
            giveUp(error)
        }
    }

    /// Logs the error, and gives the backlight up unless it may work the next time: a bus can be
    /// busy.
    private func giveUp(_ error: FileError) {
        logOnce("cannot change the brightness: \(error)")
        guard !error.isTemporary else { return }
        backlight = nil
        onBrightness?(nil)
    }

    private func logOnce(_ text: String) {
        if logged.insert(text).inserted { log(text, .warning) }
    }
}

extension DisplayDimmer {
    /// Performs a client's request.
    func perform(_ request: DisplayRequest) throws(RequestError) {
        if let brightness = request.brightness {
            guard hasBacklight else { throw Self.noBacklight }
            setBrightness(brightness)
            // It may have failed.
            guard hasBacklight else { throw Self.noBacklight }
        }
        guard let isBlank = request.isBlank else { return }
        do {
            try setBlank(isBlank)
        } catch {
            throw RequestError(.internal, "\(error)")
        }
    }

    private static let noBacklight = RequestError(
        .badRequest, "the screen has no backlight that can be set")
}
