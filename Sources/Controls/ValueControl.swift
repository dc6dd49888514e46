/// A control that has one value, which one finger moves.
///
/// The value is a copy of nothing: who shows it elsewhere reads it here.
open class ValueControl: ScaledControl {
    /// The value, always one that `scale` allows; 0 at first. Setting it takes the valid value
    /// nearest; NaN is ignored. No action is sent.
    public var value: Double {
        get { storedValue }
        set { setValue(newValue) }
    }
    private var storedValue = 0.0

    /// Moves the value to the valid one nearest to `newValue`; NaN is ignored. No action is sent.
    ///
    /// The value is the new one at once. Animated, what shows it goes there in
    /// `animationDuration`, from where it is seen now.
    public func setValue(_ newValue: Double, animated: Bool = false) {
        guard let valid = scale.valid(newValue), valid != storedValue else { return }
        let before = shownPosition
        storedValue = valid
        stopAnimation()
        valueChanged()
        // A finger goes on from the value it finds.
        reanchor(at: scale.position(of: valid))
        if animated, animationDuration > .zero { animateValue(from: before) }
    }

    /// How long an animated change takes, gently begun and ended; 0.3 s by default. At 0, and less is
    /// taken for that, what shows the value is there at once.
    public var animationDuration = Duration.milliseconds(300) {
        didSet { animationDuration = max(animationDuration, .zero) }
    }

    /// What a double tap and a spring go to; `nil` (the default) for the value nearest to 0.
    public var defaultValue: Double? {
        didSet { defaultValue = defaultValue.accepted(.ordered, else: oldValue) }
    }
    /// Whether the value goes back to its default when the finger lifts or is taken away; off by
    /// default. Targets are told of it by another `valueChanged`.
    public var springs = false

    /// The value that the control is filled from; `nil` (the default) for the minimum.
    public var origin: Double? {
        didSet {
            origin = origin.accepted(.ordered, else: oldValue)
            if origin != oldValue { originDidChange() }
        }
    }

    private var detentLatch = DetentLatch()
    private var valueAtBegin = 0.0

    open override var values: [Double] { [value] }

    open override func scaleDidChange() {
        storedValue = scale.valid(storedValue) ?? scale.minimum
        stopAnimation()
        valueChanged()
        let position = scale.position(of: storedValue)
        detentLatch = DetentLatch(detents: detents.map(scale.position(of:)), at: position)
        // A finger goes on from the value it finds.
        reanchor(at: position)
    }

    open override func resetValues() -> Bool {
        let before = value
        setValue(defaultValue ?? 0, animated: true)
        return value != before
    }

    private func valueChanged() {
        showValue()
        updateReadouts()
    }

    // MARK: For subclasses

    /// The value is another now, or lies elsewhere on the travel: shows it there, as a rule by
    /// `setNeedsDisplay()` or by moving a layer. To be overridden.
    open func showValue() {}

    /// `origin` is another: what is filled begins elsewhere. Shows the value, unless overridden.
    open func originDidChange() { showValue() }

    /// Lets what shows the value go to the value from another position, 0…1 of the travel, in
    /// `animationDuration`. To be overridden; without it, an animated change is seen at once.
    open func animateValue(from position: Double) {}

    /// Shows the value where it is, at once, if it is still on its way there. To be overridden with
    /// `animateValue(from:)`.
    open func stopAnimation() {}

    /// The value was put at `position`, 0…1 of the travel, and not by the finger that may be down. To
    /// be overridden: the finger goes on from there, so that the value does not jump back when it
    /// moves next. It is called when no finger is down, too.
    open func reanchor(at position: Double) {}

    /// Where on the travel, 0…1, the value is seen: elsewhere than the value itself while an animation
    /// is on its way there. To be overridden with `animateValue(from:)`.
    open var shownPosition: Double { scale.position(of: value) }

    open override func adjustValues(by direction: Double) -> Bool {
        let before = value
        value = scale.stepped(before, by: direction)
        return value != before
    }

    // MARK: Tracking

    open override func beginTracking(_ touch: Touch) -> Bool {
        stopAnimation()
        valueAtBegin = value
        detentLatch = DetentLatch(
            detents: detents.map(scale.position(of:)), at: scale.position(of: value))
        return true
    }

    open override func endTracking(_ touch: Touch) {
        sendValueIfLate(touch)
        springBack(touch)
    }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel { setValue(valueAtBegin) }
        sendValueIfLate(touch)
        springBack(touch)
    }

    private func sendValueIfLate(_ touch: Touch) {
        if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, touch: touch) }
    }

    private func springBack(_ touch: Touch) {
        if springs, resetValues() { sendActions(for: .valueChanged, touch: touch) }
    }

    /// Takes the value at a position of the travel, 0…1, where a finger has moved it, and sends
    /// `valueChanged` if it is another. Detents hold it a little, and steps round it.
    ///
    /// - Parameters:
    ///   - position: Where the finger is, counted from where it took hold of the control.
    ///   - isFine: Whether the finger moves the value slowly, so that detents let it be.
    ///   - touch: The finger.
    public func follow(_ position: Double, isFine: Bool = false, _ touch: Touch) {
        // Fine control finds its own places.
        let held = isFine ? position : detentLatch.position(for: position)
        // A finger that rests changes nothing, not even by the rounding of a taper.
        guard held != scale.position(of: value) else { return }
        let before = storedValue
        storedValue = scale.value(at: held)
        guard storedValue != before else { return }
        valueChanged()
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }
}
