import EventLoop
import Panel
import PanelProtocol

/// How bright the display is: less so when nobody has touched the panel for a while, and dark after
/// a longer while.
final class Lighting {
    private enum Level {
        case bright, dim, blank
    }

    /// Called when the display is to be switched off, or on again.
    var onBlank: ((Bool) throws -> Void)?
    /// Called when touches are to do nothing, or to act again.
    var onSwallow: ((Bool) -> Void)?
    /// Says whether a finger rests on the panel: it sends nothing, and is not nobody.
    var isTouched: (() -> Bool)?

    private var description: DisplayDescription
    private let folder: String
    private let loop: EventLoop
    private let log: (String) -> Void
    private var backlight: Backlight?
    private var level = Level.bright
    private var lastTouch: Duration
    private var timer: EventSource?
    private var logged: Set<String> = []
    /// As bright as it is to be while it is touched, in percent; `nil` for as it was found.
    private var wanted: Double?

    /// A display that has just been touched, so to speak. Nothing is set before `start(card:)`.
    ///
    /// - Parameter folder: where the kernel has backlights.
    init(
        _ description: DisplayDescription, folder: String = Backlight.folder, loop: EventLoop,
        log: @escaping (String) -> Void
    ) throws {
        self.description = description
        self.folder = folder
        self.loop = loop
        self.log = log
        lastTouch = loop.now
        wanted = description.brightness
        timer = try loop.timer(at: nil, accuracy: .milliseconds(100)) { [unowned self] in
            try pass($0)
        }
    }

    // MARK: For clients

    /// How bright the display is while it is touched, in percent; `nil` if nothing can tell.
    package var brightness: Double? {
        backlight == nil ? nil : wanted ?? (try? backlight?.percent())
    }

    /// Makes the display as bright as this from now on, 1 to 100 percent. Returns whether there is
    /// a backlight that does it.
    @discardableResult
    package func setBrightness(_ percent: Double) throws -> Bool {
        wanted = min(max(percent, Backlight.darkest), 100)
        if level == .bright { setBacklight(wanted) }
        return backlight != nil
    }

    /// Whether the display is switched off.
    package var isBlank: Bool { level == .blank }

    /// Switches the display off, until it is touched or this switches it on again.
    package func setBlank(_ isBlank: Bool) throws {
        lastTouch = loop.now
        try enter(isBlank ? .blank : .bright)
        try arm()
    }

    // MARK: From the daemon

    /// Uses the backlight of the display that has just been found, by the name of its card.
    func start(card: String?) throws {
        do throws(Backlight.FileError) {
            backlight = try Backlight(description.backlight, card: card, in: folder)
            if backlight != nil, wanted == nil, description.dim != nil {
                wanted = try backlight?.percent()
            }
        } catch {
            giveUp(error)
        }
        if backlight == nil, description.brightness != nil || description.dim != nil {
            logOnce("no backlight: the brightness stays as it is")
        }
        if level == .bright { setBacklight(wanted) }
        try arm()
    }

    /// Follows another panel file. What a client has set stays, unless the file says something new.
    func follow(_ description: DisplayDescription, card: String?) throws {
        let old = self.description
        self.description = description
        guard
            description.brightness != old.brightness || description.dim != old.dim
                || description.blank != old.blank || description.backlight != old.backlight
        else { return }
        if description.brightness != old.brightness { wanted = description.brightness ?? wanted }
        // It is dimmed again at once if it is to be.
        if level == .dim { try enter(.bright) }
        try start(card: card)
    }

    /// A touchscreen has sent a report: the display is lit, and the time begins again.
    func touched() throws {
        lastTouch = loop.now
        guard level != .bright else { return }
        try enter(.bright)
        try arm()
    }

    /// Leaves the light as it is while the panel is touched.
    func end() {
        if level == .dim { setBacklight(wanted) }
    }

    // MARK: Time

    /// The timer is set for the first time that something may be due, and not with every touch.
    private func arm() throws {
        let due: Duration? =
            switch level {
            case .bright: description.dim?.after ?? description.blank?.after
            case .dim: description.blank?.after
            case .blank: nil
            }
        if let due { try timer?.fire(at: lastTouch + due) } else { try timer?.disarm() }
    }

    private func pass(_ now: Duration) throws {
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
        case .dim: setBacklight(description.dim.map { min($0.brightness, wanted ?? 100) })
        case .blank: break
        }
        if wasBlank != (level == .blank) { try onBlank?(level == .blank) }
        let firstTouch: DisplayDescription.FirstTouch =
            switch level {
            case .bright: .act
            case .dim: description.dim?.firstTouch ?? .act
            case .blank: description.blank?.firstTouch ?? .swallow
            }
        onSwallow?(firstTouch == .swallow)
    }

    private func setBacklight(_ percent: Double?) {
        guard let percent, let backlight else { return }
        do throws(Backlight.FileError) {
            try backlight.setPercent(percent)
        } catch {
            giveUp(error)
        }
    }

    private func giveUp(_ error: Backlight.FileError) {
        backlight = nil
        logOnce("the brightness stays as it is: \(error)")
    }

    private func logOnce(_ text: String) {
        if logged.insert(text).inserted { log(text) }
    }
}

extension Lighting {
    /// Does what a client asks for, and tells how it is then.
    func perform(_ request: DisplayRequest) throws(RequestError) -> DisplayInfo {
        do {
            if let brightness = request.brightness, try !setBrightness(brightness) {
                throw RequestError(.badRequest, "the screen has no backlight that can be set")
            }
            if let isBlank = request.isBlank { try setBlank(isBlank) }
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.internal, "\(error)")
        }
        return DisplayInfo(brightness: brightness, isBlank: isBlank)
    }
}
