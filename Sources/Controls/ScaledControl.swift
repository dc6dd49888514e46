public import Drawing

/// A control whose values lie on a scale, and how a finger moves them: what `Knob`, `Slider` and
/// `RangeSlider` have in common.
///
/// Any assignment in any order leaves a valid state: a number outside the range is brought inside,
/// and one that makes no sense, such as NaN, is ignored.
open class ScaledControl: Control {
    // MARK: Values

    /// The least value, 0 by default. Raising it above `maximumValue` raises that as well.
    public var minimumValue: Double {
        get { scale.minimum }
        set { scale.minimum = newValue }
    }
    /// The greatest value, 1 by default. Lowering it below `minimumValue` lowers that as well.
    public var maximumValue: Double {
        get { scale.maximum }
        set { scale.maximum = newValue }
    }
    /// The values and where they lie on the control's travel. What is shown is kept within; a value
    /// that a narrower range has moved does not come back when the range is widened again.
    public var scale = ValueScale() {
        didSet { if scale != oldValue { scaleDidChange() } }
    }
    /// Whether `valueChanged` is sent while a finger moves (the default), or once at its release
    /// or cancellation, if the value is another then.
    public var isContinuous = true

    // MARK: Fingers

    /// Values that hold a moving finger a little. Those that are no number are left out.
    public var detents: [Double] = [] {
        didSet { detents.removeAll(where: \.isNaN) }
    }
    /// How much farther the value goes than a finger that moves it relatively; 1 by default, and
    /// above 0.
    public var sensitivity = 1.0 {
        didSet { sensitivity = sensitivity.accepted(.positive, else: oldValue) }
    }
    /// What makes the value move slower than the finger; nothing by default.
    public var fineControl = FineControl.none
    /// How much slower, by a second finger: 0.1 by default. What is not above 0 and at most 1
    /// is ignored.
    public var fineRatio = 0.1 {
        didSet { fineRatio = fineRatio.accepted(.ratio, else: oldValue) }
    }

    /// How much slower than usual a finger moves the value, by `fineControl`: 1 for not at all.
    ///
    /// - Parameter distance: How far the finger is beside the line that it moves along, in pixels; 0
    ///   where there is none.
    public func fineGain(aside distance: @autoclosure () -> Double) -> Double {
        // To find the window takes longer than all the rest of a move.
        guard fineControl != .none else { return 1 }
        return fineControl.gain(
            aside: distance(), pixelsPerMillimetre: pixelsPerMillimetre,
            hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    // MARK: Looks

    /// How values are written; `nil` (the default) for as many decimals as the scale needs.
    public var valueFormat: ValueFormat? {
        didSet {
            guard valueFormat != oldValue else { return }
            textDidChange()
            updateReadouts()
        }
    }

    /// The values that have a line of the scale beside or around the track; none by default. Those
    /// that are no number are left out.
    public var ticks: [Double] = [] {
        didSet {
            ticks.removeAll(where: \.isNaN)
            if ticks != oldValue { ticksDidChange() }
        }
    }
    /// Whether the values of `ticks` are written beside their lines, in a smaller size of `font`;
    /// off by default.
    public var showsTickLabels = false {
        didSet { if showsTickLabels != oldValue { ticksDidChange() } }
    }

    /// What is written beside each of `ticks`; empty for nothing.
    public var tickTexts: [String] {
        showsTickLabels && font != nil ? ticks.map { tickText(for: $0) } : []
    }

    /// A value on the scale: without its unit, which the readout has, and without needless zeros.
    private func tickText(for value: Double) -> String {
        if scale.taper.isOff(value) { return "-∞" }
        let decimals = [0, 1, 2].first { digits in
            let scaled = value * [1.0, 10, 100][digits]
            return abs(scaled - scaled.rounded()) < 1e-6
        }
        return ValueFormat(decimals: decimals ?? 2).text(for: value)
    }

    /// The font of what is less important than the value: three quarters of the size of `font`.
    public var smallFont: Font? {
        if smallFontOfFont?.font !== font {
            smallFontOfFont = font.map {
                (font: $0, small: $0.withSize(max(($0.size * 0.75).rounded(), 1)))
            }
        }
        return smallFontOfFont?.small
    }
    let smallerFonts = SmallerFonts()
    private var smallFontOfFont: (font: Font, small: Font)?

    /// A value as a person reads it on this control.
    public func text(for value: Double) -> String { text(for: value, format: nil) }

    /// A value as a person reads it, as `format` has it, or else as on this control.
    public func text(for value: Double, format: ValueFormat?) -> String {
        let format = format ?? valueFormat ?? usualFormat
        return format.text(for: value, isOff: scale.taper.isOff(value))
    }

    private var usualFormat: ValueFormat {
        ValueFormat(
            unit: "", step: scale.step > 0 ? scale.step : nil, span: maximumValue - minimumValue)
    }

    // MARK: Accessibility

    /// What was set, and that the value can be adjusted.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// The value as a person reads it, or all of them.
    open override var valueText: String? { values.map(text(for:)).joined(separator: " … ") }

    /// Moves the value up by a step, or by a tenth of the travel, and tells of it.
    open override func accessibilityIncrement() { adjust(by: 1) }

    /// Moves the value down by a step, or by a tenth of the travel, and tells of it.
    open override func accessibilityDecrement() { adjust(by: -1) }

    private func adjust(by direction: Double) {
        if isEnabled, adjustValues(by: direction) { sendActions(for: .valueChanged) }
    }

    // MARK: Readouts

    open override func readout(_ format: ValueFormat?) -> String {
        guard let format else { return super.readout(nil) }
        return values.map { text(for: $0, format: format) }.joined(separator: " … ")
    }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? {
        shorterTexts(format: format ?? valueFormat ?? usualFormat)
    }

    private func shorterTexts(format: ValueFormat) -> [String] {
        let texts = values.map { value in
            format.shorterTexts(for: value, isOff: scale.taper.isOff(value))
        }
        return ValueFormat.joined(texts, separators: [" … ", "…"])
    }

    // MARK: For subclasses

    /// The values that the control has now, from the least to the greatest; none, unless overridden.
    /// They are written by `valueText`.
    open var values: [Double] { [] }

    /// `scale` is another. To be overridden: brings the values within, and shows them. A subclass of a
    /// control that has values calls `super`.
    open func scaleDidChange() {}

    /// What is written is in another type: as `textDidChange()`.
    open override func fontDidChange() { textDidChange() }

    /// `ticks` are others, or are written now or not: what stands still is drawn anew. Draws the view,
    /// unless overridden.
    open func ticksDidChange() { if drawsContents { setNeedsDisplay() } }

    /// Text on the control is another, or in another font or format. Draws and lays out the view,
    /// unless overridden.
    open func textDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    /// Moves what can be adjusted some steps up, or down for a number below 0, as
    /// `ValueScale.stepped(_:by:)` has them. To be overridden; no action is sent here.
    ///
    /// - Returns: Whether that has changed a value.
    open func adjustValues(by steps: Double) -> Bool { false }
}
