public import Drawing

/// A control that fingers move, with values on a scale: the base of `Knob`, `Slider` and
/// `RangeSlider`.
///
/// Any assignment in any order leaves a valid state. A number outside the range is clamped; an
/// invalid one, such as NaN, is ignored.
open class ScaledControl: Control {
    // MARK: Values

    /// The least value, 0 by default. Raising it above `maximumValue` raises that as well.
    public final var minimumValue: Double {
        get { scale.minimum }
        set { scale.minimum = newValue }
    }
    /// The greatest value, 1 by default. Lowering it below `minimumValue` lowers that as well.
    public final var maximumValue: Double {
        get { scale.maximum }
        set { scale.maximum = newValue }
    }
    /// The scale of the values along the control's travel. It clamps the values. A wider range does
    /// not restore a value that a narrower one moved.
    public final var scale = ValueScale() {
        didSet { if scale != oldValue { scaleDidChange() } }
    }
    /// Whether the control sends `valueChanged` while a finger moves (the default). Otherwise it
    /// sends it once, at the lift or cancellation, if the value changed.
    public final var isContinuous = true

    /// The duration of a change by `setValue(_:animated:)` or `setValues(lower:upper:animated:)`,
    /// with an eased start and end; 0.3 s by default. With 0, the change shows at once. A negative
    /// duration counts as 0.
    public final var animationDuration = Duration.milliseconds(300) {
        didSet { animationDuration = max(animationDuration, .zero) }
    }

    // MARK: Touch

    /// Values that hold a moving finger for a short distance. NaN is left out.
    public final var detents: [Double] = [] {
        didSet { detents.removeAll(where: \.isNaN) }
    }
    /// The factor from a finger's relative movement to the value's; 1 by default, and above 0.
    public final var sensitivity = 1.0 {
        didSet { sensitivity = sensitivity.accepted(.positive, else: oldValue) }
    }
    /// The kind of fine control, which makes the value move slower than the finger; `none` by
    /// default.
    public final var fineControl = FineControl.none
    /// The factor of fine control by a second finger; 0.1 by default. A value outside 0…1, or 0, is
    /// ignored.
    public final var fineRatio = 0.1 {
        didSet { fineRatio = fineRatio.accepted(.ratio, else: oldValue) }
    }

    /// The factor by which `fineControl` slows the value down; 1 for not at all.
    ///
    /// - Parameter distance: The finger's distance from the line along which it moves, in pixels; 0
    ///   if there is no line.
    public final func fineGain(aside distance: @autoclosure () -> Double) -> Double {
        // Skipped without fine control: finding the window takes longer than the rest of a move.
        guard fineControl != .none else { return 1 }
        return fineControl.gain(
            aside: distance(), pixelsPerMillimetre: pixelsPerMillimetre,
            hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    // MARK: Appearance

    /// The format of values; `nil` (the default) uses as many decimals as the scale needs.
    public final var valueFormat: ValueFormat? {
        didSet {
            guard valueFormat != oldValue else { return }
            textDidChange()
            updateReadouts()
        }
    }

    /// The values with a scale line beside or around the track; none by default. NaN is left out.
    public final var ticks: [Double] = [] {
        didSet {
            ticks.removeAll(where: \.isNaN)
            if ticks != oldValue { ticksDidChange() }
        }
    }
    /// Whether the values of `ticks` are shown beside their lines, in a smaller size of `font`; off
    /// by default.
    public final var showsTickLabels = false {
        didSet { if showsTickLabels != oldValue { ticksDidChange() } }
    }

    /// The texts beside `ticks`; empty for none.
    public final var tickTexts: [String] {
        showsTickLabels && font != nil ? ticks.map { tickText(for: $0) } : []
    }

    /// A value on the scale, without trailing zeros, and without its unit, which the readout shows.
    private final func tickText(for value: Double) -> String {
        if scale.taper.isOff(value) { return "-∞" }
        func text(_ value: Double, _ style: ValueFormat.Style = .number(unit: "")) -> String {
            let decimals = ValueFormat.decimals(of: value, atMost: 2)
            return ValueFormat(style: style, decimals: decimals).text(for: value)
        }
        switch valueFormat?.style {
        case .frequency where value.magnitude >= 1000: return text(value / 1000) + "k"
        case .pan: return text(value, .pan)
        case .frequency, .number, nil: return text(value)
        }
    }

    /// The font of secondary texts: three quarters of the size of `font`.
    public final var smallFont: Font? {
        if smallFontOfFont?.font !== font {
            smallFontOfFont = font.map {
                (font: $0, small: $0.withSize(max(($0.size * 0.75).rounded(), 1)))
            }
        }
        return smallFontOfFont?.small
    }
    private final var smallFontOfFont: (font: Font, small: Font)?

    /// A value as a person reads it on this control.
    public final func text(for value: Double) -> String { text(for: value, format: nil) }

    /// A value as a person reads it, in `format`, or else in the format of this control.
    public final func text(for value: Double, format: ValueFormat?) -> String {
        let format = format ?? valueFormat ?? defaultFormat
        return format.text(for: value, isOff: scale.taper.isOff(value))
    }

    /// The shortest form of the same text.
    final func shortestText(for value: Double) -> String {
        shorterTexts(for: value, format: valueFormat ?? defaultFormat).last ?? text(for: value)
    }

    private final func shorterTexts(for value: Double, format: ValueFormat) -> [String] {
        format.shorterTexts(for: value, isOff: scale.taper.isOff(value))
    }

    private final var defaultFormat: ValueFormat {
        ValueFormat(unit: "", scale: scale)
    }

    // MARK: Accessibility

    /// The traits that were set, and `adjustable`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// The value as a person reads it, or all values.
    open override var valueText: String? { values.map(text(for:)).joined(separator: " … ") }

    /// Moves the value up by a step, or by a tenth of the travel, and sends the action.
    open override func accessibilityIncrement() { adjust(by: 1) }

    /// Moves the value down by a step, or by a tenth of the travel, and sends the action.
    open override func accessibilityDecrement() { adjust(by: -1) }

    private final func adjust(by direction: Double) {
        if isUsable, adjustValues(by: direction) { sendActions(for: .valueChanged) }
    }

    // MARK: Readouts

    open override func readout(_ format: ValueFormat?) -> String {
        guard let format else { return super.readout(nil) }
        return values.map { text(for: $0, format: format) }.joined(separator: " … ")
    }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? {
        let format = format ?? valueFormat ?? defaultFormat
        let texts = values.map { shorterTexts(for: $0, format: format) }
        return ValueFormat.joined(texts, separators: [" … ", "…"])
    }

    // MARK: For subclasses

    /// The current values, from the least to the greatest; none by default. `valueText` contains
    /// them.
    open var values: [Double] { [] }

    /// Called when `scale` changed. A subclass overrides it to clamp its values and show them. A
    /// subclass of a control that has values calls `super`.
    open func scaleDidChange() {}

    /// Calls `textDidChange()`.
    open override func fontDidChange() { textDidChange() }

    /// Called when `ticks` or their labels changed. By default, redraws a view that draws itself.
    open func ticksDidChange() { if drawsContents { setNeedsDisplay() } }

    /// Called when text on the control, its font or its format changed. By default, lays out the
    /// view, and redraws one that draws itself.
    open func textDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    /// The travel of the value if it wraps; `nil`, the default, if it stops at its ends.
    package var wrappingTravel: WrappingTravel? { nil }

    /// Moves the adjustable values some steps up, or down for a number below 0, like
    /// `ValueScale.stepped(_:by:)`. Subclasses override it. It sends no action.
    ///
    /// - Returns: Whether a value changed.
    open func adjustValues(by steps: Double) -> Bool { false }
}
