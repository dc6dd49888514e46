import Controls
import Drawing

/// A finger that stays on a written value, which opens a pad to type it.
final class ValueHold: LongPressGestureRecognizer {
    /// A hold that any movement beyond a tap's ends.
    override init() {
        super.init()
        allowableMovement = Self.slop
    }

    /// How far a finger on a control with its value moves before the control does, in millimetres.
    static let slop = 1.5

    override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first else { return }
        // The keys of a stepper repeat while they are held.
        if let stepper = view as? Stepper {
            let point = touch.location(in: stepper)
            let keys = [stepper.decrementRect, stepper.incrementRect]
            if keys.contains(where: { $0.insetBy(dx: -3, dy: -3).contains(point) }) {
                return ignore(touch)
            }
        }
        super.touchesBegan(touches)
    }
}
