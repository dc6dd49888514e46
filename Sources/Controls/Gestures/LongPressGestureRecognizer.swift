import Drawing

/// A finger that stays where it landed. The gesture begins when the finger has stayed long enough,
/// and ends when it lifts.
open class LongPressGestureRecognizer: GestureRecognizer {
    /// How long the finger must stay; 500 ms by default.
    public var minimumPressDuration = Duration.milliseconds(500) {
        didSet { minimumPressDuration = max(minimumPressDuration, .zero) }
    }
    /// How far the finger may move meanwhile, in millimetres; 2.5 by default. A value below 0 or
    /// not finite is ignored.
    public var allowableMovement = 2.5 {
        didSet {
            allowableMovement = allowableMovement.accepted(.notNegative, else: oldValue)
        }
    }

    private var landed: (time: Duration, point: Point)?

    open override var deadline: Duration? {
        guard state == .possible, !touches.isEmpty else { return nil }
        return landed.map { $0.time + minimumPressDuration }
    }

    open override func deadlinePassed(at time: Duration) { transition(to: .began) }

    open override func touchesBegan(_ touches: [Touch]) {
        landed = touches.first.map { ($0.timestamp, $0.location(in: nil)) }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        if state == .possible {
            let distance = landed.point.distance(to: touch.location(in: nil))
            if distance > allowableMovement * pixelsPerMillimetre { transition(to: .failed) }
        } else {
            transition(to: .changed)
        }
    }

    open override func touchesEnded(_ touches: [Touch]) {
        transition(to: state == .possible ? .failed : .ended)
    }

    open override func reset() { landed = nil }
}
