import Controls
import Drawing
import Layers

/// The knob of Controls once more, made of what any program can use.
final class TwinKnob: ValueControl {
    /// What touching and turning mean.
    var mode: RotaryDrag.Mode {
        get { rotation.mode }
        set { rotation.mode = newValue }
    }

    private var rotation = RotaryDrag()
    private let faceLayer = TwinKnobFace()
    private let arcLayer = ShapeLayer()
    private let pointerLayer = ShapeLayer()

    override init(frame: Rect) {
        super.init(frame: frame)
        for part in [faceLayer, arcLayer, pointerLayer] { layer.addSublayer(part) }
        faceLayer.knob = self
        (arcLayer.lineWidth, pointerLayer.lineWidth) = (3, 2)
        colorLayers()
    }

    // MARK: Layout

    private var radius: Double { min(bounds.width, bounds.height) * 0.4 }

    private func angle(of value: Double) -> Angle {
        rotation.startAngle
            + (rotation.endAngle - rotation.startAngle) * scale.position(of: value)
    }

    override var intrinsicContentSize: Size { Size(width: targetSide * 2, height: targetSide * 2) }

    override func layoutSubviews() {
        for part in [faceLayer, arcLayer, pointerLayer] { part.frame = bounds }
        pointerLayer.shape = .line(
            from: bounds.center.offsetBy(dx: radius * 0.5, dy: 0),
            to: bounds.center.offsetBy(dx: radius * 0.8, dy: 0))
        showValue()
    }

    override func showValue() {
        let angle = angle(of: value)
        pointerLayer.transform = .rotation(angle)
        arcLayer.shape = .arc(
            center: bounds.center, radius: radius,
            start: origin.map(self.angle(of:)) ?? rotation.startAngle, end: angle)
    }

    // MARK: Looks

    private func colorLayers() {
        let tint = isEnabled ? accentColor : theme.mute(accentColor)
        arcLayer.strokeColor = isHighlighted ? theme.held(tint, by: 0.3) : tint
        let shown = isEnabled ? theme : theme.muted
        pointerLayer.strokeColor = isHighlighted ? shown.heldMark : shown.mark
    }

    private func redraw() {
        colorLayers()
        faceLayer.setNeedsDisplay()
    }

    override func themeDidChange() { redraw() }
    override func tintColorDidChange() { colorLayers() }
    override func ticksDidChange() { redraw() }
    override func textDidChange() { redraw() }

    override func scaleDidChange() {
        super.scaleDidChange()
        redraw()
    }

    override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled { redraw() } else { colorLayers() }
    }

    fileprivate func drawFace(in context: Context) {
        let shown = isEnabled ? theme : theme.muted
        let dial = Rect(
            center: bounds.center, size: Size(width: radius * 1.7, height: radius * 1.7))
        context.fill(Path(ellipseIn: dial), shown.bodyBottom)
        for (tick, text) in zip(ticks, tickTexts + Array(repeating: "", count: ticks.count)) {
            let angle = angle(of: tick)
            var line = Path()
            line.move(to: point(at: angle, radius * 1.05))
            line.addLine(to: point(at: angle, radius * 1.15))
            context.stroke(line, shown.tick, width: shown.lineWidth)
            guard let smallFont, !text.isEmpty else { continue }
            context.draw(
                TextLine(text, font: smallFont), at: point(at: angle, radius * 1.2),
                color: shown.secondaryText)
        }
    }

    private func point(at angle: Angle, _ radius: Double) -> Point {
        bounds.center.offsetBy(dx: radius * angle.cosine, dy: radius * angle.sine)
    }

    // MARK: Animation

    override var shownPosition: Double {
        let sweep = (rotation.endAngle - rotation.startAngle).radians
        guard let shown = pointerLayer.presented(.rotation) else { return super.shownPosition }
        return (shown - rotation.startAngle.radians) / sweep
    }

    override func animateValue(from position: Double) {
        let sweep = rotation.endAngle - rotation.startAngle
        let from = rotation.startAngle + sweep * position
        let to = angle(of: value)
        let values = [from.radians, (from.radians + to.radians) / 2, to.radians]
        pointerLayer.add(
            KeyframeAnimation(.rotation, values: values, duration: animationDuration),
            forKey: "turn")
        arcLayer.add(
            KeyframeAnimation(.arcEnd, values: values, duration: animationDuration),
            forKey: "turn")
    }

    override func stopAnimation() {
        pointerLayer.removeAnimation(forKey: "turn")
        arcLayer.removeAnimation(forKey: "turn")
    }

    // MARK: Tracking

    override var takesTaps: Bool { mode == .absolute }

    override func beginTracking(_ touch: Touch) -> Bool {
        guard super.beginTracking(touch) else { return false }
        let half = min(bounds.width, bounds.height) / 2
        rotation.deadRadius = min(max(5, 3 * pixelsPerMillimetre, 0.2 * half), 0.5 * half)
        rotation.exitRadius = 1.25 * rotation.deadRadius
        rotation.begin(
            at: touch.location(in: self), center: bounds.center,
            position: scale.position(of: value))
        if mode != .relative { follow(rotation.position, touch) }
        return true
    }

    override func continueTracking(_ touch: Touch) -> Bool {
        let gain = sensitivity * fineGain(aside: 0)
        rotation.gain = gain
        rotation.move(to: touch.location(in: self))
        follow(rotation.position, isFine: gain < sensitivity, touch)
        return true
    }

    override func reanchor(at position: Double) { rotation.reanchor(at: position) }
}

/// The dial and its scale: a layer that draws itself.
private final class TwinKnobFace: Layer {
    weak var knob: TwinKnob?

    override var drawsContents: Bool { true }

    override func draw(in context: Context) { knob?.drawFace(in: context) }
}
