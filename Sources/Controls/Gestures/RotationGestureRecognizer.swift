public import Drawing

/// A finger that turns around the centre of its view.
open class RotationGestureRecognizer: PanGestureRecognizer {
    /// How far the finger has turned since the gesture began, clockwise. It may exceed a whole
    /// turn.
    public private(set) var rotation = Angle.zero
    /// The direction of the finger from the centre of the view; `nil` inside `deadRadius`.
    public private(set) var touchAngle: Angle?
    /// The distance from the centre within which no angle is measured, in millimetres; 3 by
    /// default. A value below 0 or not finite is ignored.
    public var deadRadius = 3.0 {
        didSet { deadRadius = deadRadius.accepted(.notNegative, else: oldValue) }
    }

    public override init() {
        super.init()
        slop = 0
    }

    open override func touchesBegan(_ touches: [Touch]) {
        touchAngle = touches.first.flatMap(angle(of:))
        super.touchesBegan(touches)
    }

    open override func touchesMoved(_ touches: [Touch]) {
        let angle = touches.first.flatMap(angle(of:))
        if let angle, let last = touchAngle, state != .possible {
            rotation += (angle - last).wrapped
        }
        touchAngle = angle
        super.touchesMoved(touches)
    }

    open override func reset() {
        rotation = .zero
        touchAngle = nil
        super.reset()
    }

    private func angle(of touch: Touch) -> Angle? {
        guard let view else { return nil }
        let point = touch.location(in: view)
        let deadRadius = max(deadRadius * pixelsPerMillimetre, 1)
        guard point.distance(to: view.bounds.center) >= deadRadius else { return nil }
        return .direction(from: view.bounds.center, to: point)
    }
}
