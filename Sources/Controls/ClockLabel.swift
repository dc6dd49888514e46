public import Drawing

/// The local time of day. It updates itself.
///
/// The label costs one frame each minute, or each second with `showsSeconds`. It costs nothing
/// without a window, or in a blank one. The time comes from the window's `clock`.
public final class ClockLabel: Label {
    /// Whether seconds are shown; off by default.
    public var showsSeconds = false {
        didSet { if showsSeconds != oldValue { setNeedsLayout() } }
    }
    /// Whether hours are counted from 1 to 12, with AM or PM; off by default.
    public var usesTwelveHours = false {
        didSet { if usesTwelveHours != oldValue { setNeedsLayout() } }
    }

    /// The time as text; `nil` until there is a clock.
    private var shownTime: String?

    /// A text at least as wide as that of any time.
    package var widestText: String {
        (showsSeconds ? "00:00:00" : "00:00") + (usesTwelveHours ? " PM" : "")
    }

    /// A clock without a window, which shows no time yet. It lets touches through.
    public override init(frame: Rect, font: Font) {
        super.init(frame: frame, font: font)
        // Dashes stand for the time until there is a clock.
        textSource = { [unowned self] in shownTime ?? (showsSeconds ? "--:--:--" : "--:--") }
    }

    /// The value that was set, or else the time.
    public override var accessibilityValue: String? {
        get { super.accessibilityValue ?? text }
        set { super.accessibilityValue = newValue }
    }

    public override func didMoveToWindow(_ window: Window?) { setNeedsLayout() }

    public override func clockDidChange() { setNeedsLayout() }

    public override func deadlinePassed(at time: Duration) { setNeedsLayout() }

    public override func layoutSubviews() {
        if let window, !window.isBlank, let reading = window.clock?() {
            shownTime = text(of: reading.timeOfDay)
            let unit = Duration.seconds(showsSeconds ? 1 : 60)
            let passed = reading.timeOfDay - unit * Double(Int(reading.timeOfDay / unit))
            deadline = reading.time + unit - passed
        }
        super.layoutSubviews()
    }

    private func text(of time: Duration) -> String {
        let seconds = Int(time.components.seconds) % 86_400
        let text = seconds.timeText(showsSeconds: showsSeconds)
        guard usesTwelveHours else { return text }
        let hour = seconds / 3600
        return "\((hour + 11) % 12 + 1)\(text.dropFirst(2)) \(hour < 12 ? "AM" : "PM")"
    }
}
