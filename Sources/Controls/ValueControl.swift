public import Drawing
import Layers

/// A control with one value, which one finger moves.
///
/// The control holds the only copy of its value. Other views that show the value read it here.
open class ValueControl: ScaledControl {
    /// The value, always valid on `scale`; 0 at first. Setting it takes the nearest valid value.
    /// NaN is ignored, and no action is sent.
    public final var value: Double {
        get { storedValue }
        set { setValue(newValue) }
    }
    private final var storedValue = 0.0

    /// Sets the value to the nearest valid one. NaN is ignored, and no action is sent.
    ///
    /// The value changes at once. With `animated`, its indicator moves there in
    /// `animationDuration`, from its present position.
    public final func setValue(_ newValue: Double, animated: Bool = false) {
        guard let valid = scale.valid(newValue), valid != storedValue else { return }
        let before = shownPosition
        storedValue = valid
        stopAnimation()
        valueChanged()
        // An action may correct the value that the finger sets: the finger stays where it is.
        guard !isFollowing else { return }
        // A finger that is down continues from the new value.
        let position = scale.position(of: valid)
        if isTracking { takeDetents(at: position) }
        reanchor(at: position)
        if animated, animationDuration > .zero { animateValue(from: before) }
    }

    /// The value that a double tap and a spring restore; `nil` (the default) for the one nearest to
    /// 0.
    public final var defaultValue: Double? {
        didSet { defaultValue = defaultValue.accepted(.ordered, else: oldValue) }
    }
    /// Whether the value returns to its default when the finger lifts or is cancelled; off by
    /// default. This sends another `valueChanged`.
    public final var springs = false

    /// The value from which the control is filled; `nil` (the default) for the minimum.
    public final var origin: Double? {
        didSet {
            origin = origin.accepted(.ordered, else: oldValue)
            if origin != oldValue { originDidChange() }
        }
    }

    /// The value in effect, if it differs from `value`, such as that of a fader in a VCA; `nil`
    /// (the default) for `value`. `Slider` and `Knob` show it by a second mark, at an end for a
    /// value out of range. NaN is ignored.
    public final var effectiveValue: Double? {
        didSet {
            effectiveValue = effectiveValue.accepted(.ordered, else: oldValue)
            if effectiveValue != oldValue { placeEffectiveMark() }
        }
    }

    /// The mark at `effectiveValue`.
    private final var effectiveLayer: ShapeLayer?
    private final var detentLatch = DetentLatch()
    private final var valueAtBegin = 0.0
    /// Whether the value is being set to where a finger moved it.
    private final var isFollowing = false

    open override var values: [Double] { [value] }

    open override func scaleDidChange() {
        storedValue = scale.valid(storedValue) ?? scale.minimum
        stopAnimation()
        valueChanged()
        let position = scale.position(of: storedValue)
        takeDetents(at: position)
        // A finger that is down continues from the present value.
        reanchor(at: position)
    }

    open override func resetValues() -> Bool {
        let before = value
        setValue(defaultValue ?? 0, animated: true)
        return value != before
    }

    private final func valueChanged() {
        showValue()
        updateReadouts()
    }

    // MARK: For subclasses

    /// Shows the value, usually by `setNeedsDisplay()` or by moving a layer. Called when the value
    /// or its position on the travel changed. Subclasses override it.
    open func showValue() {}

    /// The outline of the mark at `effectiveValue`, in the control's coordinates; `nil` (the
    /// default) for none. A subclass that overrides this calls `placeEffectiveMark()` in
    /// `layoutSubviews()`.
    open var effectiveMark: Path? { nil }

    /// Places the mark at `effectiveValue` in front of the control's other layers.
    public final func placeEffectiveMark() {
        guard let path = effectiveValue == nil ? nil : effectiveMark else {
            effectiveLayer?.removeFromSuperlayer()
            effectiveLayer = nil
            return
        }
        let mark = effectiveLayer ?? ShapeLayer()
        effectiveLayer = mark
        if layer.sublayers.last !== mark { layer.addSublayer(mark) }
        mark.frame = bounds
        mark.shape = .path(path)
        let theme = looksEnabled ? theme : theme.muted
        mark.fillColor = theme.text
        mark.strokeColor = theme.background
        mark.lineWidth = theme.lineWidth
    }

    /// Called when `origin`, where the fill begins, changed. Shows the value by default.
    open func originDidChange() { showValue() }

    /// Moves the indicator from a position, 0…1 of the travel, to the value in `animationDuration`.
    /// Subclasses override it; by default, an animated change shows at once.
    open func animateValue(from position: Double) {}

    /// Ends a running animation and shows the value at once. To be overridden together with
    /// `animateValue(from:)`.
    open func stopAnimation() {}

    /// Called when something other than the finger set the value to `position`, 0…1 of the travel.
    /// Override this to make a finger continue from there, so that the value does not jump at its
    /// next move. The control also calls this when no finger is down.
    open func reanchor(at position: Double) {}

    /// The shown position, 0…1 of the travel. During an animation, it differs from that of the
    /// value. To be overridden together with `animateValue(from:)`.
    open var shownPosition: Double { scale.position(of: value) }

    open override func adjustValues(by direction: Double) -> Bool {
        let before = value
        value =
            wrappingTravel?.stepped(before, by: direction, on: scale)
            ?? scale.stepped(before, by: direction)
        return value != before
    }

    // MARK: Tracking

    open override func beginTracking(_ touch: Touch) -> Bool {
        stopAnimation()
        valueAtBegin = value
        takeDetents(at: scale.position(of: value))
        return true
    }

    /// Prepares the detents for a travel that begins at a position.
    private final func takeDetents(at position: Double) {
        detentLatch = DetentLatch(detents: detents.map(scale.position(of:)), at: position)
    }

    open override func endTracking(_ touch: Touch) {
        sendValueIfLate(touch)
        springBack(touch)
    }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel, value != valueAtBegin {
            setValue(valueAtBegin)
            if isContinuous { sendActions(for: .valueChanged, touch: touch) }
        }
        sendValueIfLate(touch)
        springBack(touch)
    }

    private final func sendValueIfLate(_ touch: Touch) {
        if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, touch: touch) }
    }

    private final func springBack(_ touch: Touch) {
        if springs, resetValues() { sendActions(for: .valueChanged, touch: touch) }
    }

    /// Sets the value for a position of the travel, 0…1, to which a finger moved it. Sends
    /// `valueChanged` if the value changed. Detents and steps apply.
    ///
    /// - Parameters:
    ///   - position: The position, measured from where the finger took hold of the control.
    ///   - isFine: Whether the finger moves with fine control, so that detents do not hold it.
    ///   - touch: The finger.
    public final func follow(_ position: Double, isFine: Bool = false, _ touch: Touch) {
        let held = isFine ? finePosition(for: position) : detentLatch.position(for: position)
        // A resting finger changes nothing, not even by the rounding of a taper.
        guard held != scale.position(of: value) else { return }
        let before = storedValue
        storedValue = scale.value(at: held)
        guard storedValue != before else { return }
        isFollowing = true
        defer { isFollowing = false }
        valueChanged()
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }

    /// With fine control, the finger picks the position without detents, from the shown one.
    private final func finePosition(for position: Double) -> Double {
        let free = detentLatch.release(at: position).clamped(from: 0, to: 1)
        if free != position { reanchor(at: free) }
        return free
    }
}
