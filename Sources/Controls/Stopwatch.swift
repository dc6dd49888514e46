public import Drawing

/// A stopwatch, or a timer that counts down to zero. A tap starts or stops it, and a hold resets
/// it.
///
/// The times are those of the monotonic clock: setting the time of day does not change them. A
/// running stopwatch costs one frame each second, and nothing while it is hidden or the window is
/// blank. A timer that has reached zero looks like an alarm until it is tapped.
///
/// The control sends `valueChanged` when a finger starts, stops or resets it. The time comes from
/// the window's `clock`, and from the fingers.
public final class Stopwatch: Control {
    /// The time from which a timer counts down, up to `longest`; `nil`, the default, is for a
    /// stopwatch. A change resets the timer.
    public var duration: Duration? {
        didSet {
            duration = duration.map { $0.clamped(from: .zero, to: Self.longest) }
            if duration != oldValue { reset() }
        }
    }
    /// The greatest time: 99:59:59.
    public static let longest = Duration.seconds(359_999)

    /// How long a hold must last to reset the time; 0.8 s by default, and at least 0.1 s.
    public var holdTime = Duration.milliseconds(800) {
        didSet { holdTime = max(holdTime, .milliseconds(100)) }
    }
    /// The colour of the figures while the time runs; the theme's accent by default.
    public var color: Color? {
        didSet { if color != oldValue { showState() } }
    }
    /// Called when a timer has reached zero.
    public var onEnd: ((_ time: Duration) -> Void)?

    private var run = RunningTime()
    /// The time of the last touch or deadline, for windows without a clock.
    private var lastTime = Duration.zero
    private let figures: Label
    private lazy var end = DeadlineView { [unowned self] in reachEnd(at: $0) }
    private lazy var hold = DeadlineView { [unowned self] in resetByHold(at: $0) }
    private var holdTouch: Touch?

    /// A stopwatch at zero.
    public init(frame: Rect, font: Font) {
        figures = Label(frame: .zero, font: font)
        super.init(frame: frame)
        figures.adjustsFontSizeToFitWidth = true
        figures.minimumScaleFactor = 0.2
        addSubview(figures)
        addSubview(end)
        addSubview(hold)
        self.font = font
    }

    // MARK: Time

    /// Whether the time runs.
    public var isRunning: Bool { run.isRunning }

    /// The present time: that of a stopwatch, or the rest of a timer.
    public var time: Duration { time(at: now) }

    /// Whether a timer has reached zero, and nobody has reset it.
    public var isAlarming: Bool { duration != nil && !isRunning && time == .zero }

    private var now: Duration { max(window?.clock?().time ?? .zero, lastTime) }

    private func time(at now: Duration) -> Duration {
        let passed = run.passed(at: now)
        guard let duration else { return min(passed, Self.longest) }
        return max(duration - passed, .zero)
    }

    /// Starts the time. A timer at zero stays there.
    public func start() { setRunning(true, at: now) }

    /// Stops the time.
    public func stop() { setRunning(false, at: now) }

    /// Stops the time, and sets it to zero, or to the duration of a timer.
    public func reset() {
        run = RunningTime()
        showState()
    }

    /// Sets the time, up to `longest` or the duration of a timer. A running time continues to run.
    public func setTime(_ time: Duration) {
        let time = time.clamped(from: .zero, to: duration ?? Self.longest)
        let now = now
        run.set(duration.map { $0 - time } ?? time, at: now)
        if duration != nil, time == .zero { run.run(false, at: now) }
        showState()
    }

    private func setRunning(_ runs: Bool, at now: Duration) {
        lastTime = max(lastTime, now)
        if runs, duration != nil, time(at: now) == .zero { return }
        run.run(runs, at: now)
        showState()
    }

    private func reachEnd(at time: Duration) {
        lastTime = max(lastTime, time)
        run.run(false, at: time)
        showState()
        if duration != nil { onEnd?(time) }
    }

    // MARK: Appearance

    private func showState() {
        end.deadline = run.moment(of: duration ?? Self.longest)
        setNeedsLayout()
        setNeedsDisplay()
        updateReadouts()
    }

    public override var drawsContents: Bool { true }

    private var face: KeyFace {
        KeyFace(
            theme: theme, tint: theme.danger, isLit: isAlarming, isHeld: isHighlighted,
            isEnabled: looksEnabled)
    }

    public override func draw(in context: Context) {
        if isDisplay, !isAlarming {
            let ground = Path(
                roundedRect: bounds.insetBy(dx: 1, dy: 1), cornerRadius: theme.cornerRadius)
            context.fill(ground, theme.track)
            return context.stroke(ground, theme.trackEdge, width: theme.lineWidth)
        }
        face.draw(bounds.insetBy(dx: KeyFace.inset, dy: KeyFace.inset), in: context)
    }

    public override func layoutSubviews() {
        figures.frame = bounds.insetBy(dx: KeyFace.margin, dy: KeyFace.inset)
        let theme = looksEnabled ? theme : theme.muted
        figures.textColor =
            isAlarming ? face.captionColor : isRunning ? color ?? theme.accent : theme.text
        let now = now
        let time = time(at: now)
        figures.text = Self.text(of: time, isLeft: duration != nil)
        deadline = nil
        guard isRunning, let window, !window.isBlank, time < Self.longest else { return }
        let shown = Duration.seconds(Self.wholeSeconds(of: time, isLeft: duration != nil))
        // A stopwatch changes at the next whole second, a timer at the one before.
        deadline = now + (duration == nil ? shown + .seconds(1) - time : time - shown + .seconds(1))
    }

    public override func deadlinePassed(at time: Duration) {
        lastTime = max(lastTime, time)
        setNeedsLayout()
        updateReadouts()
    }

    public override func clockDidChange() { setNeedsLayout() }
    public override func didMoveToWindow(_ window: Window?) { setNeedsLayout() }
    public override func themeDidChange() { showState() }
    public override func fontDidChange() {
        if let font { figures.font = font }
        setNeedsLayout()
    }
    public override func stateChanged(from oldState: State) { showState() }

    // MARK: Text

    /// The full seconds that have passed on a stopwatch, or the seconds left on a timer, rounded
    /// up.
    private static func wholeSeconds(of time: Duration, isLeft: Bool) -> Int {
        let (seconds, attoseconds) = time.components
        return Int(seconds) + (isLeft && attoseconds > 0 ? 1 : 0)
    }

    /// A time in whole seconds, `05:00` or `1:05:00`.
    package static func text(of time: Duration, isLeft: Bool) -> String {
        let seconds = wholeSeconds(of: time, isLeft: isLeft)
        let rest = "\((seconds / 60 % 60).twoDigits):\((seconds % 60).twoDigits)"
        return seconds < 3600 ? rest : "\(seconds / 3600):\(rest)"
    }

    /// The time as text: "05:00".
    public override var valueText: String? { Self.text(of: time, isLeft: duration != nil) }

    // MARK: Fingers

    public override func beginTracking(_ touch: Touch) -> Bool {
        holdTouch = touch
        hold.deadline = touch.timestamp + holdTime
        return true
    }

    public override func continueTracking(_ touch: Touch) -> Bool {
        if !point(inside: touch.location(in: self)) { endHold() }
        return true
    }

    public override func endTracking(_ touch: Touch) {
        guard holdTouch === touch else { return }
        endHold()
        toggle(at: touch.timestamp)
        sendActions(for: .valueChanged, touch: touch)
    }

    public override func cancelTracking(_ touch: Touch) { endHold() }

    private func endHold() {
        holdTouch = nil
        hold.deadline = nil
    }

    private func toggle(at time: Duration) {
        if isAlarming { return reset() }
        setRunning(!isRunning, at: time)
    }

    private func resetByHold(at time: Duration) {
        guard let touch = holdTouch else { return }
        endHold()
        lastTime = max(lastTime, time)
        reset()
        sendActions(for: .valueChanged, touch: touch)
    }

    /// Starts or stops the time, as a tap does.
    public override func accessibilityActivate() -> Bool {
        guard isUsable else { return false }
        toggle(at: now)
        sendActions(for: .valueChanged)
        return true
    }

    /// The traits that were set, and `button` and `updatesFrequently`.
    public override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union([.button, .updatesFrequently]) }
        set { super.accessibilityTraits = newValue }
    }
}
