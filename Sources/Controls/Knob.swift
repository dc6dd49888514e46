public import Drawing
public import Layers

/// A round control that one finger turns.
///
/// By default, a touch alone changes nothing. Turning moves the value by the angle of the finger,
/// and the value never jumps from one end to the other. The track runs clockwise from `startAngle`
/// to `endAngle`. When the value changes, only the pointer and the arc are redrawn.
open class Knob: ValueControl {
    // MARK: Touch

    /// The direction in which a finger moves to turn the knob; `rotary` by default.
    public var drag = Drag.rotary
    /// The length of a straight drag over the whole range, in millimetres; 60 by default.
    public var travel = 60.0 {
        didSet { travel = travel.accepted(.positive, else: oldValue) }
    }
    /// How much farther a fast turn moves an endless knob than a slow one, 1…4. 1, the default, is
    /// no acceleration: the same turn always has the same effect. The factor grows up to two turns
    /// a second. A knob with ends has no acceleration.
    public var acceleration = 1.0 {
        didSet { acceleration = acceleration.accepted(.within(1...4), else: oldValue) }
    }
    /// Whether a finger must land on the pointer, or within 4.5 mm of it. Off by default: the whole
    /// knob can be turned.
    public var requiresTouchOnPointer = false

    /// The fraction of the knob's radius, around the centre, in which no angle is measured: 0.2 by
    /// default, and at most 0.5. The distance is never less than 5 pixels or 3 mm.
    public var deadZoneShare = 0.2 {
        didSet { deadZoneShare = deadZoneShare.accepted(.within(0...0.5), else: oldValue) }
    }

    // MARK: Appearance

    /// The colour of the arc; `nil` (the default) for the tint colour, or else the theme's accent.
    public var color: Color? {
        didSet { if color != oldValue { colorLayers() } }
    }
    /// The colour of the track below the arc; `nil` (the default) for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { faceLayer.setNeedsDisplay() } }
    }
    /// The colour of the pointer; `nil` (the default) for the theme's.
    public var pointerTintColor: Color? {
        didSet { if pointerTintColor != oldValue { colorLayers() } }
    }
    /// The width of the track, in pixels; 2 by default.
    public var lineWidth: Double = 2 {
        didSet {
            lineWidth = lineWidth.accepted(.notNegative, else: oldValue)
            if lineWidth != oldValue { redraw() }
        }
    }
    /// The length of the pointer, in pixels; 6 by default.
    public var pointerLength: Double = 6 {
        didSet {
            pointerLength = pointerLength.accepted(.notNegative, else: oldValue)
            if pointerLength != oldValue { setNeedsLayout() }
        }
    }
    /// The width of the pointer, in pixels; `nil` (the default) for 0.6 of `lineWidth`, at least 2.
    public var pointerWidth: Double? {
        didSet {
            pointerWidth = pointerWidth.accepted(.notNegative, else: oldValue)
            if pointerWidth != oldValue { setNeedsLayout() }
        }
    }
    /// The number of scale lines around the track, if there are no `ticks`; 11 by default, 0 for
    /// none.
    public var tickCount = 11 {
        didSet {
            tickCount = tickCount.clamped(from: 0, to: 361)
            if tickCount != oldValue { redraw() }
        }
    }
    var images: KnobImages?

    /// Lamps in place of the track and its arc; `nil` (the default) for none.
    public var ring: KnobRing? {
        didSet { if ring != oldValue { redraw() } }
    }
    /// The text on the dial below the value, if there is a `font`; empty by default.
    public var title = "" {
        didSet { if title != oldValue { textDidChange() } }
    }
    /// Whether the value is shown on the dial, if there is a `font`; off by default.
    public var showsValue = false {
        didSet { if showsValue != oldValue { textDidChange() } }
    }

    let faceLayer = Layer()
    /// The ring around the dial under a finger; `nil` before the first touch.
    private var haloLayer: ShapeLayer?
    private let arcLayer = ShapeLayer()
    /// The pointer's image, rotated by 90°: it points up, and angle 0 is on the right. `nil` before
    /// there is one.
    var imageLayer: Layer?
    let pointerLayer = ShapeLayer()
    private var lamps = KnobLamps()
    private var texts = KnobTexts()
    /// Whether the dial shows a former value. The knob does not format values between two frames.
    private var isTextStale = false
    var knobDrag = KnobDrag()
    private var turnSpeed = TurnSpeed()

    public override init(frame: Rect) {
        super.init(frame: frame)
        for part in [faceLayer, arcLayer, pointerLayer] { layer.addSublayer(part) }
        faceLayer.delegate = self
        colorLayers()
    }

    // MARK: Geometry

    /// The face of the last layout. A change of the value does not need a new one.
    private var placedFace: KnobFace?

    func redraw() {
        setNeedsLayout()
        faceLayer.setNeedsDisplay()
    }

    /// The new direction may mirror the images.
    open override func layoutDirectionDidChange() {
        super.layoutDirectionDidChange()
        if images != nil { redrawFace() }
    }

    open override func themeDidChange() {
        colorLayers()
        redraw()
    }

    open override func tintColorDidChange() { colorLayers() }

    open override func ticksDidChange() { redraw() }

    override func densityDidChange() {
        super.densityDidChange()
        if showsTickLabels { redraw() }
    }

    open override func scaleDidChange() {
        super.scaleDidChange()
        placeEffectiveMark()
        if !ticks.isEmpty { redraw() }
    }

    open override func textDidChange() {
        setNeedsLayout()
        if showsTickLabels { faceLayer.setNeedsDisplay() }
    }

    open override func layoutSubviews() {
        let face = face
        placedFace = face
        for part in [faceLayer, arcLayer, pointerLayer] { part.frame = bounds }
        if let haloLayer { layOut(haloLayer, on: face) }
        arcLayer.isHidden = ring != nil
        arcLayer.lineWidth = face.trackWidth
        layOutLamps(face)
        pointerLayer.lineWidth = shownPointerWidth(face)
        pointerLayer.shape = pointer(on: face)
        choosePointer()
        imageLayer?.frame = face.dialRect
        layOutTexts(face)
        showValue()
        placeEffectiveMark()
    }

    open override var effectiveMark: Path? { markBesideDial }

    private func layOutLamps(_ face: KnobFace) {
        if lamps.setCount(ring?.count ?? 0, in: layer) {
            // The parts that turn stay in front.
            if let imageLayer { layer.addSublayer(imageLayer) }
            layer.addSublayer(pointerLayer)
        }
        lamps.layOut(on: face)
        colorLamps()
    }

    private func layOutTexts(_ face: KnobFace) {
        texts.layOut(on: self, center: face.center, radius: radiusInsidePointer(face))
        texts.color(shownTheme)
        isTextStale = false
    }

    open override func updateReadouts() {
        super.updateReadouts()
        guard showsValue else { return }
        isTextStale = true
        markSuperviews()
    }

    override var isLayoutPending: Bool { isTextStale || super.isLayoutPending }

    /// Lays out only the texts if nothing else needs layout.
    public override func layoutIfNeeded() {
        super.layoutIfNeeded()
        if isTextStale { layOutTexts(placedFace ?? face) }
    }

    package override var shownTexts: [ShownText] { texts.shown(on: self) }

    open override func showValue() {
        let face = placedFace ?? face
        let angle = angle(of: value)
        pointerLayer.transform = .rotation(angle)
        imageLayer?.transform = .rotation(angle + .degrees(90))
        arcLayer.shape = .arc(
            center: face.center, radius: face.trackRadius,
            start: origin.map(self.angle(of:)) ?? startAngle, end: angle)
        colorLamps()
    }

    package override var wrappingTravel: WrappingTravel? {
        wraps ? WrappingTravel(from: minimumValue, to: maximumValue) : nil
    }

    // MARK: Animation

    open override var shownPosition: Double {
        let sweep = (endAngle - startAngle).radians
        guard sweep != 0, let shown = pointerLayer.presented(.rotation) else {
            return super.shownPosition
        }
        let position = (shown - startAngle.radians) / sweep
        // On a closed track, a movement past one end continues at the other.
        return isClosed ? position - position.rounded(.down) : position
    }

    open override func stopAnimation() {
        pointerLayer.removeAnimation(forKey: "turn")
        imageLayer?.removeAnimation(forKey: "turn")
        arcLayer.removeAnimation(forKey: "turn")
    }

    open override func animateValue(from position: Double) {
        let from = angle(at: position).radians
        let end = angle(of: value).radians
        let to = isClosed ? from + (end - from).remainder(dividingBy: 2 * .pi) : end
        // The middle is a key frame, so that the pointer turns along the track, not through the
        // gap.
        let values = [from, (from + to) / 2, to]
        pointerLayer.add(
            KeyframeAnimation(.rotation, values: values, duration: animationDuration),
            forKey: "turn")
        imageLayer?.add(
            KeyframeAnimation(
                .rotation, values: values.map { $0 + .pi / 2 }, duration: animationDuration),
            forKey: "turn")
        // An arc cannot pass the end of a closed track, so it gets its new length at once.
        guard abs(to - end) < .pi else { return }
        arcLayer.add(
            KeyframeAnimation(.arcEnd, values: values, duration: animationDuration),
            forKey: "turn")
    }

    // MARK: Drawing

    /// The colour of the parts that show the value.
    private var tint: Color {
        let tint = shown(color ?? accentColor)
        return isHighlighted ? theme.held(tint, by: 0.3) : tint
    }

    private func colorLayers() {
        let theme = shownTheme
        arcLayer.strokeColor = tint
        if let haloLayer { color(haloLayer) }
        let mark = isHighlighted ? theme.heldMark : theme.mark
        pointerLayer.strokeColor = pointerTintColor.map(shown) ?? mark
        colorLamps()
        texts.color(theme)
    }

    private func colorLamps() {
        guard let ring else { return }
        let lit = ring.lit(
            at: scale.position(of: value), origin: origin.map(scale.position(of:)))
        lamps.light(lit, tint, dark: shown(theme.unlit))
    }

    open override func stateChanged(from oldState: State) {
        showHalo()
        colorLayers()
        if oldState.contains(.disabled) == isEnabled {
            redrawFace()
            placeEffectiveMark()
        } else if images != nil {
            showImages(insteadOf: shownFace(in: oldState), shownPointer(in: oldState))
        }
    }

    func showHalo() {
        if showsHalo, haloLayer == nil {
            let halo = ShapeLayer()
            layOut(halo, on: placedFace ?? face)
            color(halo)
            layer.insertSublayer(halo, below: arcLayer)
            haloLayer = halo
        }
        haloLayer?.isHidden = !showsHalo
    }

    private func redrawFace() {
        faceLayer.setNeedsDisplay()
        imageLayer?.setNeedsDisplay()
        choosePointer()
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === faceLayer {
            let (face, image) = (placedFace ?? face, shownFace(in: state))
            face.draw(shownTheme, hasDial: !isDisplay && image == nil, in: context)
            draw(image, in: face.dialRect, context)
        } else if layer === imageLayer {
            draw(shownPointer(in: state), in: layer.bounds, context)
        } else {
            super.draw(layer, in: context)
        }
    }

    // MARK: Tracking

    /// The distance from the centre within which no angle is measured. A finger's contact point
    /// wanders by a millimetre as it rolls, and near the centre that is a large angle.
    private var deadRadius: Double {
        let radius = min(bounds.width, bounds.height) / 2
        return min(max(5, 3 * pixelsPerMillimetre, deadZoneShare * radius), 0.5 * radius)
    }

    open override var takesTaps: Bool { drag == .rotary && mode == .absolute }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        guard !requiresTouchOnPointer || isOnPointer(point) else { return false }
        guard super.beginTracking(touch) else { return false }
        knobDrag.rotation.deadRadius = deadRadius
        knobDrag.rotation.exitRadius = 1.25 * deadRadius
        let surroundings = surroundings
        turnSpeed = TurnSpeed()
        let mayHaveMoved = knobDrag.begin(
            at: point, position: scale.position(of: value), gain: gain(at: point, surroundings),
            surroundings)
        if mayHaveMoved { follow(knobDrag.rotation.position, isFine: false, touch) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let surroundings = surroundings
        let gain = gain(at: point, surroundings)
        let position = knobDrag.move(
            to: point, from: touch.previousLocation(in: self), position: scale.position(of: value),
            gain: gain * speedUp(point, touch.timestamp), surroundings)
        if let position { follow(position, isFine: gain < sensitivity, touch) }
        return true
    }

    /// The factor for the finger's speed on an endless knob.
    private func speedUp(_ point: Point, _ time: Duration) -> Double {
        guard wraps, acceleration > 1, knobDrag.isAround else { return 1 }
        return turnSpeed.factor(
            acceleration, at: .direction(from: bounds.center, to: point), time: time)
    }

    private var surroundings: KnobDrag.Surroundings {
        KnobDrag.Surroundings(
            bounds: bounds, drag: drag, travel: travel * pixelsPerMillimetre,
            pixelsPerMillimetre: pixelsPerMillimetre)
    }

    private func gain(at point: Point, _ surroundings: KnobDrag.Surroundings) -> Double {
        sensitivity * fineGain(aside: knobDrag.distanceAside(of: point, surroundings))
    }

    open override func reanchor(at position: Double) { knobDrag.reanchor(at: position) }
}
