public import Drawing
public import Layers

/// A field on which one finger moves two values: one to the right, one upwards.
///
/// By default, a touch alone changes nothing. The values move by the movement of the finger,
/// measured from where it landed. So a finger that overshoots an edge and comes back finds the
/// values where it left them.
open class XYPad: Control {

    // MARK: Values

    /// The scale of the horizontal value. `xValue` is clamped to it.
    public var xScale: ValueScale {
        get { x.scale }
        set { change { $0.x.setScale(newValue) } }
    }
    /// The scale of the vertical value. `yValue` is clamped to it.
    public var yScale: ValueScale {
        get { y.scale }
        set { change { $0.y.setScale(newValue) } }
    }
    /// The horizontal value, always valid on `xScale`; 0 at first. Setting it takes the nearest
    /// valid value. NaN is ignored, and no action is sent.
    public var xValue: Double {
        get { x.value }
        set { setValues(x: newValue, y: .nan) }
    }
    /// The vertical value, always valid on `yScale`; 0 at first. Setting it takes the nearest valid
    /// value. NaN is ignored, and no action is sent.
    public var yValue: Double {
        get { y.value }
        set { setValues(x: .nan, y: newValue) }
    }

    /// Sets both values to the nearest valid ones; NaN leaves a value unchanged. No action is sent.
    ///
    /// With `animated`, the thumb glides there; the values change at once.
    public func setValues(x newX: Double, y newY: Double, animated: Bool = false) {
        let before = shownPoint
        let changed = change {
            $0.x.setValue(newX)
            $0.y.setValue(newY)
        }
        if changed, animated { glide(from: before) }
    }

    /// The horizontal value that a spring and a double tap restore; `nil` (the default) for the
    /// middle of the travel. NaN is ignored, and a value outside the scale is clamped.
    public var xDefault: Double? {
        didSet { xDefault = xDefault.accepted(.ordered, else: oldValue) }
    }
    /// The vertical value that a spring and a double tap restore; `nil` (the default) for the
    /// middle of the travel. NaN is ignored, and a value outside the scale is clamped.
    public var yDefault: Double? {
        didSet { yDefault = yDefault.accepted(.ordered, else: oldValue) }
    }

    // MARK: Touch

    /// Whether a touch alone changes nothing, and the values move by the movement of the finger
    /// (the default). Otherwise, the thumb goes to the finger.
    public var isRelative = true
    /// The axes whose values return to their default when the finger lifts or is cancelled; none by
    /// default.
    public var springAxes: Axes = []
    /// Whether the pad sends `valueChanged` while the finger moves (the default). Otherwise it
    /// sends it once, at the lift or cancellation, if a value changed.
    public var isContinuous = true
    /// The kind of fine control, which makes the values move slower than the finger; `none` by
    /// default. `zones` has no effect on a pad.
    public var fineControl = FineControl.none
    /// The factor of fine control by a second finger; 0.1 by default. A value outside 0…1, or 0, is
    /// ignored.
    public var fineRatio = 0.1 {
        didSet { fineRatio = fineRatio.accepted(.ratio, else: oldValue) }
    }
    /// The factor from a finger's relative movement to the values'; 1 by default, and above 0.
    public var sensitivity = 1.0 {
        didSet { sensitivity = sensitivity.accepted(.positive, else: oldValue) }
    }

    /// Makes both values glide to their defaults. One `valueChanged` reports both.
    open override func resetValues() -> Bool {
        let before = (xValue, yValue)
        setValues(
            x: xDefault ?? xScale.value(at: 0.5), y: yDefault ?? yScale.value(at: 0.5),
            animated: true)
        return (xValue, yValue) != before
    }

    // MARK: Appearance

    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() { redrawThumb() }

    /// The colour of the cross hair; `nil` (the default) for the tint colour, or else the theme's
    /// accent.
    public var color: Color? {
        didSet { if color != oldValue { redrawThumb() } }
    }
    /// The colour of the thumb; `nil` (the default) for the theme's.
    public var thumbTintColor: Color? {
        didSet { if thumbTintColor != oldValue { thumbLayer.setNeedsDisplay() } }
    }
    /// The colour of the field; `nil` (the default) for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { faceLayer.setNeedsDisplay() } }
    }
    /// The number of squares in each direction; 8 by default, 0 or 1 for no lines, and at most 64.
    public var gridDivisions = 8 {
        didSet {
            gridDivisions = gridDivisions.clamped(from: 0, to: 64)
            if gridDivisions != oldValue { faceLayer.setNeedsDisplay() }
        }
    }
    /// The name of the horizontal value, in the lower right corner; drawn if there is a font.
    public var xLabel = "" {
        didSet { if xLabel != oldValue { labelChanged() } }
    }
    /// The name of the vertical value, in the upper left corner; drawn if there is a font.
    public var yLabel = "" {
        didSet { if yLabel != oldValue { labelChanged() } }
    }
    open override func fontDidChange() {
        if !(xLabel.isEmpty && yLabel.isEmpty) { faceLayer.setNeedsDisplay() }
    }

    private let faceLayer = Layer()
    private let columnLayer = Layer()
    private let rowLayer = Layer()
    private let thumbLayer = Layer()
    private let frameLayer = FrameLayer()
    private var x = PadAxis()
    private var y = PadAxis()
    private var glides: (x: SpringMotion, y: SpringMotion)?
    /// The position of the thumb while it glides, 0…1 on each axis.
    private var glidingPoint: Point?

    /// A pad that fills `frame`.
    public override init(frame: Rect) {
        super.init(frame: frame)
        for part in [faceLayer, columnLayer, rowLayer, thumbLayer, frameLayer] {
            layer.addSublayer(part)
        }
        faceLayer.delegate = self
        thumbLayer.delegate = self
        frameLayer.onFrame = { [weak self] in self?.advanceGlide(at: $0) ?? false }
        colorLines()
    }

    // MARK: Geometry

    private var valuePoint: Point { Point(x: x.position, y: y.position) }
    private var shownPoint: Point { glidingPoint ?? valuePoint }

    /// The centre of the thumb at the present values, in the pad's coordinates.
    public var thumbCenter: Point { geometry.point(at: valuePoint) }

    private func labelChanged() {
        if font != nil { faceLayer.setNeedsDisplay() }
        updateReadouts()
    }

    package override var shownTexts: [ShownText] { face.shownTexts }

    private func redraw() {
        faceLayer.setNeedsDisplay()
        redrawThumb()
    }

    private func redrawThumb() {
        thumbLayer.setNeedsDisplay()
        colorLines()
    }

    private func colorLines() {
        for line in [columnLayer, rowLayer] {
            line.backgroundColor = tint.withAlpha(isHighlighted ? 0.9 : 0.55)
        }
    }

    open override func layoutSubviews() {
        faceLayer.frame = bounds
        showThumb()
    }

    private func showThumb() {
        let geometry = geometry
        let center = geometry.point(at: shownPoint)
        let (x, y) = (center.x.rounded(), center.y.rounded())
        let size = geometry.thumbReach
        thumbLayer.frame = Rect(x: x - size, y: y - size, width: size * 2, height: size * 2)
        let inner = bounds.insetBy(dx: 3, dy: 3)
        columnLayer.frame = Rect(x: x - 1, y: inner.minY, width: 2, height: max(inner.height, 0))
        rowLayer.frame = Rect(x: inner.minX, y: y - 1, width: max(inner.width, 0), height: 2)
    }

    // MARK: Accessibility

    /// The format of the horizontal value; `nil` (the default) uses as many decimals as its scale
    /// needs.
    public var xFormat: ValueFormat? {
        didSet { if xFormat != oldValue { updateReadouts() } }
    }
    /// The format of the vertical value; `nil` (the default) uses as many decimals as its scale
    /// needs.
    public var yFormat: ValueFormat? {
        didSet { if yFormat != oldValue { updateReadouts() } }
    }

    /// Both values, each after its name if it has one: "Cutoff 0.50, Resonance 0.20".
    open override var valueText: String? {
        [(xLabel, x, xFormat), (yLabel, y, yFormat)].map { name, axis, format in
            let text = axis.text(format)
            return name.isEmpty ? text : "\(name) \(text)"
        }.joined(separator: ", ")
    }

    open override func readout(_ format: ValueFormat?) -> String {
        guard let format else { return super.readout(nil) }
        return "\(x.text(format)), \(y.text(format))"
    }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? { [] }

    /// The traits that were set, and `adjustable`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// The values that accessibility actions adjust; the horizontal one at first.
    public var accessibilityAxes: Axes = .x

    /// Selects the other value to adjust.
    open override func accessibilityActivate() -> Bool {
        guard isEnabled else { return false }
        accessibilityAxes = accessibilityAxes == .x ? .y : .x
        return true
    }

    /// Moves a value up by a step, or by a tenth of the travel, and sends the action.
    open override func accessibilityIncrement() { adjust(by: 1) }

    /// Moves a value down by a step, or by a tenth of the travel, and sends the action.
    open override func accessibilityDecrement() { adjust(by: -1) }

    private func adjust(by direction: Double) {
        guard isEnabled else { return }
        let before = (xValue, yValue)
        setValues(
            x: accessibilityAxes.contains(.x) ? x.stepped(by: direction) : .nan,
            y: accessibilityAxes.contains(.y) ? y.stepped(by: direction) : .nan)
        if (xValue, yValue) != before { sendActions(for: .valueChanged) }
    }

    // MARK: Gliding

    private func glide(from start: Point) {
        let target = valuePoint
        glides = (
            SpringMotion(from: start.x, to: target.x), SpringMotion(from: start.y, to: target.y)
        )
        glidingPoint = start
        showThumb()
        frameLayer.setNeedsAdvance()
    }

    private func advanceGlide(at time: Duration) -> Bool {
        guard var glides else { return false }
        let field = geometry.field
        let precision = 0.25 / max(field.width, field.height)
        let shownX = glides.x.position(at: time, precision: precision)
        let shownY = glides.y.position(at: time, precision: precision)
        self.glides = glides
        glidingPoint = Point(x: shownX ?? x.position, y: shownY ?? y.position)
        if shownX == nil, shownY == nil { stopGliding() }
        showThumb()
        return self.glides != nil
    }

    private func stopGliding() {
        glides = nil
        glidingPoint = nil
    }

    /// Changes the axes and shows the result. Returns whether anything visible changed.
    @discardableResult
    private func change(_ body: (XYPad) -> Void) -> Bool {
        let before = (x, y)
        body(self)
        guard
            (x.position, y.position) != (before.0.position, before.1.position)
                || (x.value, y.value) != (before.0.value, before.1.value)
        else { return false }
        stopGliding()
        showThumb()
        updateReadouts()
        return true
    }

    // MARK: Drawing

    open override func stateChanged(from oldState: State) {
        let changed = state.symmetricDifference(oldState)
        if !changed.isDisjoint(with: [.highlighted, .disabled]) { redrawThumb() }
        if oldState.contains(.disabled) == isEnabled { faceLayer.setNeedsDisplay() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === faceLayer {
            face.draw(in: context)
        } else if layer === thumbLayer {
            face.drawThumb(at: layer.bounds.center, isHeld: isHighlighted, in: context)
        }
    }

    // MARK: Tracking

    open override var takesTaps: Bool { !isRelative }

    open override func beginTracking(_ touch: Touch) -> Bool {
        if glides != nil {
            stopGliding()
            showThumb()
        }
        let shares = geometry.shares(at: touch.location(in: self))
        x.begin(at: shares.x, isRelative: isRelative, gain: gain)
        y.begin(at: shares.y, isRelative: isRelative, gain: gain)
        if !isRelative { follow(touch, to: shares) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let geometry = geometry
        // If the field itself moved, that does not count as a movement of the finger.
        let before = geometry.shares(at: touch.previousLocation(in: self))
        x.rebase(to: before.x)
        y.rebase(to: before.y)
        follow(touch, to: geometry.shares(at: touch.location(in: self)))
        return true
    }

    private var gain: Double {
        (fineControl == .secondFinger && hasSecondFinger ? fineRatio : 1)
            * (isRelative ? sensitivity : 1)
    }

    private func follow(_ touch: Touch, to shares: Point) {
        let before = (x.value, y.value)
        x.move(to: shares.x, gain: gain)
        y.move(to: shares.y, gain: gain)
        guard (x.value, y.value) != before else { return }
        showThumb()
        updateReadouts()
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }

    open override func endTracking(_ touch: Touch) { finish(touch, reverts: false) }

    open override func cancelTracking(_ touch: Touch) { finish(touch, reverts: revertsOnCancel) }

    private func finish(_ touch: Touch, reverts: Bool) {
        let before = (x.value, y.value)
        let start = shownPoint
        func target(_ axis: PadAxis, _ axes: Axes, _ defaultValue: Double?) -> Double {
            springAxes.contains(axes)
                ? defaultValue ?? axis.scale.value(at: 0.5)
                : reverts ? axis.valueAtBegin : .nan
        }
        let (newX, newY) = (target(x, .x, xDefault), target(y, .y, yDefault))
        x.setValue(newX)
        y.setValue(newY)
        if (x.value, y.value) != before {
            glide(from: start)
            updateReadouts()
        }
        let hasChanged =
            isContinuous
            ? (x.value, y.value) != before
            : (x.value, y.value) != (x.valueAtBegin, y.valueAtBegin)
        if hasChanged { sendActions(for: .valueChanged, touch: touch) }
    }
}
