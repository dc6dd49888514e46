import Drawing

/// A finger that stays where it landed: the gesture begins when it has stayed long enough, and ends
/// when it lifts.
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// How long the finger must stay; 500 ms by default.
    public var minimumPressDuration = Duration.milliseconds(500) {
        didSet { minimumPressDuration = max(minimumPressDuration, .zero) }
    }
    /// How far it may move meanwhile, in millimetres; 2.5 by default. What is below 0 or not
    /// finite is ignored.
    public var allowableMovement = 2.5 {
        didSet {
            allowableMovement = allowableMovement.accepted(.notNegative, else: oldValue)
        }
    }

    private var landed: (time: Duration, point: Point)?

    public override var deadline: Duration? {
        guard state == .possible, !touches.isEmpty else { return nil }
        return landed.map { $0.time + minimumPressDuration }
    }

    public override func deadlinePassed(at time: Duration) { transition(to: .began) }

    public override func touchesBegan(_ touches: [Touch]) {
        landed = touches.first.map { ($0.timestamp, $0.location(in: nil)) }
    }

    public override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        if state == .possible {
            let distance = landed.point.distance(to: touch.location(in: nil))
            if distance > allowableMovement * pixelsPerMillimetre { transition(to: .failed) }
        } else {
            transition(to: .changed)
        }
    }

    public override func touchesEnded(_ touches: [Touch]) {
        transition(to: state == .possible ? .failed : .ended)
    }

    public override func reset() { landed = nil }
}
