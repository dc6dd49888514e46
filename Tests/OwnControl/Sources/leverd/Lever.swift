import Controls
import Drawing

/// A lever that a finger pushes up, and that falls back by itself when it is let go.
final class Lever: ValueControl {
    /// How far the finger goes over the whole range, in pixels.
    var length = 120.0
    /// The colour of the handle.
    var color = Color.red {
        didSet { if color != oldValue { setNeedsDisplay() } }
    }

    private var drag = LinearDrag(touch: 0, position: 0)
    /// Where the finger is, in lengths upwards.
    private var height = 0.0

    override init(frame: Rect) {
        super.init(frame: frame)
        springs = true
    }

    // MARK: Tracking

    override func beginTracking(_ touch: Touch) -> Bool {
        // From where the finger lands: touching alone changes nothing.
        height = -touch.location(in: self).y / length
        reanchor(at: scale.position(of: value))
        return super.beginTracking(touch)
    }

    override func continueTracking(_ touch: Touch) -> Bool {
        height = -touch.location(in: self).y / length
        follow(drag.move(to: height, gain: 1), touch)
        return true
    }

    /// Somebody else has set the value: the finger goes on from there.
    override func reanchor(at position: Double) {
        drag = LinearDrag(touch: height, position: position)
    }

    // MARK: Drawing

    override var drawsContents: Bool { true }
    override func showValue() { setNeedsDisplay() }
    override func stateChanged(from oldState: State) { setNeedsDisplay() }

    override func draw(in context: Context) {
        let foot = Point(x: bounds.midX, y: bounds.maxY - 12)
        let angle = Angle.degrees(-150 + 120 * scale.position(of: value))
        let reach = min(bounds.width / 2, bounds.height) - 20
        let knob = foot.offsetBy(
            dx: reach * angle.cosine, dy: reach * angle.sine)
        var stem = Path()
        stem.move(to: foot)
        stem.addLine(to: knob)
        context.stroke(stem, theme.bodyTop, width: 8, cap: .round)
        let handle = Path(ellipseIn: Rect(x: knob.x - 14, y: knob.y - 14, width: 28, height: 28))
        context.drawShadow(of: handle, offset: Point(x: 0, y: 3), blur: 6, color: theme.shadow)
        context.fill(handle, isHighlighted ? color.mixed(with: .white, by: 0.3) : color)
    }
}
