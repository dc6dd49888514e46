public import Drawing
import Glibc
public import Layers

/// A round control that one finger turns.
///
/// By default touching changes nothing: turning moves the value by what the finger turned, and the
/// value never crosses from one end to the other. The track runs clockwise from `startAngle` to
/// `endAngle`. When it turns, only its pointer and its arc are drawn again.
open class Knob: Control {
    // MARK: Value

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
    /// The values and where they lie on the track. The value is kept within.
    public var scale = ValueScale() {
        didSet {
            guard scale != oldValue else { return }
            value = scale.valid(value) ?? scale.minimum
            stopTurn()
            showValue()
        }
    }
    /// The value, always one that `scale` allows; 0 at first. See `setValue(_:animated:)`.
    public private(set) var value = 0.0

    /// Moves the value to the valid one nearest to `newValue`; NaN is ignored. No action is sent.
    ///
    /// Animated, the pointer turns there along the track, never through the gap.
    public func setValue(_ newValue: Double, animated: Bool = false) {
        guard let valid = scale.valid(newValue), valid != value else { return }
        let before = pointerLayer.presented(.rotation).map(Angle.radians) ?? angle(of: value)
        value = valid
        stopTurn()
        showValue()
        // The finger goes on from the value it finds.
        knobDrag.reanchor(at: scale.position(of: valid))
        if animated { animateTurn(from: before, to: angle(of: valid)) }
    }

    /// Whether `valueChanged` is sent while the finger turns (the default), or once at its release
    /// or cancellation, if the value is another then.
    public var isContinuous = true
    /// Values that hold a turning finger a little.
    public var detents: [Double] = []
    /// The value that the arc is drawn from; `nil` (the default) for the minimum.
    public var origin: Double? {
        didSet { if origin != oldValue { showValue() } }
    }
    /// Which way a finger goes to move the knob.
    public enum Drag: String, Sendable, CaseIterable {
        /// Around the centre.
        case rotary
        /// Up for more.
        case vertical
        /// To the right for more.
        case horizontal
        /// Up or to the right for more.
        case linear
        /// Around the centre or `linear`, as the first millimetres of each touch decide.
        case auto
    }

    /// Which way a finger goes to move the knob; `rotary` by default.
    public var drag = Drag.rotary
    /// What touching and turning mean; `relative` by default.
    public var mode: RotaryDrag.Mode {
        get { knobDrag.rotation.mode }
        set { knobDrag.rotation.mode = newValue }
    }
    /// How many turns of the finger the whole range takes, in relative mode; `nil` (the default)
    /// for the track's own sweep.
    public var turns: Double? {
        get { knobDrag.rotation.turns }
        set {
            if newValue.map({ $0 > 0 && $0.isFinite }) ?? true {
                knobDrag.rotation.turns = newValue
            }
        }
    }
    /// How far a straight drag goes over the whole range, in millimetres; 60 by default.
    public var travel = 60.0 {
        didSet { if !(travel > 0 && travel.isFinite) { travel = oldValue } }
    }
    /// How much farther the knob goes than a finger in relative mode or a straight drag; 1 by
    /// default.
    public var sensitivity = 1.0 {
        didSet { if !(sensitivity > 0 && sensitivity.isFinite) { sensitivity = oldValue } }
    }
    /// What makes the value move slower than the finger; nothing by default. Zones apply to straight
    /// drags only: around the centre, a finger farther out is finer by nature.
    public var fineControl = FineControl.none
    /// How much slower, by a second finger: 0.1 by default.
    public var fineRatio = 0.1

    /// How much of the knob's radius around the centre has no angle: 0.2 by default, and at most
    /// half. It is never less than 5 pixels or 3 mm.
    public var deadZoneShare = 0.2

    // MARK: Looks

    /// The colours of what has no colour of its own.
    public var theme = Theme.dark {
        didSet { if theme != oldValue { redraw() } }
    }
    /// The colour of the arc; `nil` for the theme's accent.
    public var color: Color? {
        didSet { if color != oldValue { colorLayers() } }
    }
    /// The width of the track, in pixels; 2 by default.
    public var lineWidth: Double = 2 {
        didSet {
            if !(lineWidth >= 0 && lineWidth.isFinite) { lineWidth = oldValue }
            if lineWidth != oldValue { redraw() }
        }
    }
    /// Where the track starts; -11π/8 by default. Angles grow clockwise from 3 o'clock.
    public var startAngle: Angle {
        get { knobDrag.rotation.startAngle }
        set {
            guard newValue.radians.isFinite, newValue != startAngle else { return }
            knobDrag.rotation.startAngle = newValue
            redraw()
        }
    }
    /// Where the track ends, clockwise from `startAngle`; 3π/8 by default.
    public var endAngle: Angle {
        get { knobDrag.rotation.endAngle }
        set {
            guard newValue.radians.isFinite, newValue != endAngle else { return }
            knobDrag.rotation.endAngle = newValue
            redraw()
        }
    }
    /// The length of the pointer, in pixels; 6 by default.
    public var pointerLength: Double = 6 {
        didSet {
            if !(pointerLength >= 0 && pointerLength.isFinite) { pointerLength = oldValue }
            if pointerLength != oldValue { redraw() }
        }
    }
    /// How many scale lines stand around the track; 11 by default, 0 for none.
    public var tickCount = 11 {
        didSet { if tickCount != oldValue { redraw() } }
    }

    private let faceLayer = Layer()
    private let haloLayer = ShapeLayer()
    private let arcLayer = ShapeLayer()
    private let pointerLayer = ShapeLayer()
    private var knobDrag = KnobDrag()
    private var detentLatch = DetentLatch()
    private var valueAtBegin = 0.0

    public override init(frame: Rect) {
        super.init(frame: frame)
        for part in [faceLayer, haloLayer, arcLayer, pointerLayer] { layer.addSublayer(part) }
        haloLayer.isHidden = true
        faceLayer.delegate = self
        colorLayers()
    }

    // MARK: Geometry

    private var face: KnobFace {
        KnobFace(
            bounds: bounds, startAngle: startAngle, endAngle: endAngle, lineWidth: lineWidth,
            tickCount: tickCount)
    }

    /// Where on the track a value lies.
    public func angle(of value: Double) -> Angle {
        startAngle + (endAngle - startAngle) * scale.position(of: value)
    }

    private func redraw() {
        colorLayers()
        setNeedsLayout()
        faceLayer.setNeedsDisplay()
    }

    open override func layoutSubviews() {
        let face = face
        for part in [faceLayer, haloLayer, arcLayer, pointerLayer] { part.frame = bounds }
        haloLayer.shape = .arc(
            center: face.center, radius: face.dialRadius + 2, start: .zero,
            end: .radians(2 * .pi))
        haloLayer.lineWidth = 3
        arcLayer.lineWidth = lineWidth
        let pointerWidth = max(2, lineWidth * 0.6)
        let tip = face.dialRadius - pointerWidth
        pointerLayer.lineWidth = pointerWidth
        pointerLayer.shape = .line(
            from: face.center.offsetBy(dx: max(tip - pointerLength, 0), dy: 0),
            to: face.center.offsetBy(dx: tip, dy: 0))
        showValue()
    }

    private func showValue() {
        let face = face
        let angle = angle(of: value)
        pointerLayer.transform = .rotation(angle)
        arcLayer.shape = .arc(
            center: face.center, radius: face.trackRadius,
            start: origin.map(self.angle(of:)) ?? startAngle, end: angle)
    }

    private func stopTurn() {
        pointerLayer.removeAnimation(forKey: "turn")
        arcLayer.removeAnimation(forKey: "turn")
    }

    private func animateTurn(from: Angle, to: Angle) {
        // By way of the middle, so that the pointer turns along the track.
        let values = [from.radians, (from.radians + to.radians) / 2, to.radians]
        let duration = Duration.milliseconds(300)
        pointerLayer.add(
            KeyframeAnimation(.rotation, values: values, duration: duration), forKey: "turn")
        arcLayer.add(
            KeyframeAnimation(.arcEnd, values: values, duration: duration), forKey: "turn")
    }

    // MARK: Drawing

    /// The theme, as the state shows it.
    private var shownTheme: Theme { isEnabled ? theme : theme.muted }

    private func colorLayers() {
        let tint = isEnabled ? color ?? theme.accent : theme.mute(color ?? theme.accent)
        arcLayer.strokeColor = isHighlighted ? tint.mixed(with: .white, by: 0.3) : tint
        haloLayer.strokeColor = tint.withAlpha(0.55)
        pointerLayer.strokeColor = isHighlighted ? .white : shownTheme.mark
    }

    open override func stateChanged(from oldState: State) {
        haloLayer.isHidden = !isHighlighted
        colorLayers()
        if oldState.contains(.disabled) == isEnabled { faceLayer.setNeedsDisplay() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        guard layer === faceLayer else { return super.draw(layer, in: context) }
        face.draw(shownTheme, in: context)
    }

    // MARK: Tracking

    /// No angle is taken nearer to the centre than this: a finger pad's centre wanders by a
    /// millimetre as it rolls, which close to the knob's centre is a large angle.
    private var deadRadius: Double {
        let radius = min(bounds.width, bounds.height) / 2
        let threeMillimetres =
            3 * (window?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre)
        return min(max(5, threeMillimetres, deadZoneShare * radius), 0.5 * radius)
    }

    override var takesTaps: Bool { drag == .rotary && mode == .absolute }

    open override func beginTracking(_ touch: Touch) -> Bool {
        stopTurn()
        valueAtBegin = value
        let position = scale.position(of: value)
        detentLatch = DetentLatch(detents: detents.map(scale.position(of:)), at: position)
        knobDrag.rotation.deadRadius = deadRadius
        knobDrag.rotation.exitRadius = 1.25 * deadRadius
        let point = touch.location(in: self)
        let surroundings = surroundings
        let mayHaveMoved = knobDrag.begin(
            at: point, position: position, gain: gain(at: point, surroundings), surroundings)
        if mayHaveMoved { show(knobDrag.rotation.position, isFine: false, touch) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let surroundings = surroundings
        let gain = gain(at: point, surroundings)
        let position = knobDrag.move(
            to: point, position: scale.position(of: value), gain: gain, surroundings)
        if let position { show(position, isFine: gain < sensitivity, touch) }
        return true
    }

    private var surroundings: KnobDrag.Surroundings {
        let scale = window?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre
        return KnobDrag.Surroundings(
            bounds: bounds, drag: drag, travel: travel * scale, pixelsPerMillimetre: scale)
    }

    private func gain(at point: Point, _ surroundings: KnobDrag.Surroundings) -> Double {
        sensitivity
            * fineControl.gain(
                aside: knobDrag.distanceAside(of: point, surroundings),
                pixelsPerMillimetre: surroundings.pixelsPerMillimetre,
                hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    open override func endTracking(_ touch: Touch) { sendValueIfLate(touch) }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel { setValue(valueAtBegin) }
        sendValueIfLate(touch)
    }

    private func sendValueIfLate(_ touch: Touch) {
        if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, touch: touch) }
    }

    private func show(_ position: Double, isFine: Bool, _ touch: Touch) {
        // Fine control finds its own places.
        let held = isFine ? position : detentLatch.position(for: position)
        // A finger that rests changes nothing, not even by the rounding of a taper.
        guard held != scale.position(of: value) else { return }
        let before = value
        value = scale.value(at: held)
        guard value != before else { return }
        showValue()
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }
}
