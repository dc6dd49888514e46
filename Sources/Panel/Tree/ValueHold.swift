import Controls
import Drawing

/// A finger that stays on a written value, which opens a keypad for it.
final class ValueHold: LongPressGestureRecognizer {
    /// Creates a hold that ends when the finger moves farther than `slop`.
    override init() {
        super.init()
        allowableMovement = Self.slop
    }

    /// How far a finger may move during a hold, in millimetres. A control that shows its own value
    /// follows only beyond that.
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
