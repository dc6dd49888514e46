public import Drawing

/// A finger that drags. It begins once the finger has moved by the slop, and counts from there.
open class PanGestureRecognizer: GestureRecognizer {
    /// How far the finger must move, in millimetres; 1.5 by default.
    public var slop = 1.5

    private var landed: Point?
    private var anchor: Point?

    /// How far the finger has moved since the gesture began, in pixels of `view`.
    public func translation(in view: View?) -> Point {
        guard let anchor, let touch = touches.first else { return .zero }
        let from = view?.convertFromWindow(anchor) ?? anchor
        let to = touch.location(in: view)
        return Point(x: to.x - from.x, y: to.y - from.y)
    }

    open override func touchesBegan(_ touches: [Touch]) {
        guard landed == nil, let touch = touches.first else { return }
        landed = touch.location(in: nil)
        if slop <= 0 { begin(at: touch) }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        if state != .possible { return transition(to: .changed) }
        let scale = view?.window?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre
        if landed.distance(to: touch.location(in: nil)) >= slop * scale { begin(at: touch) }
    }

    private func begin(at touch: Touch) {
        // What was moved before counts as nothing, or the gesture would begin with a jump.
        anchor = touch.location(in: nil)
        transition(to: .began)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        transition(to: state == .possible ? .failed : .ended)
    }

    open override func reset() {
        landed = nil
        anchor = nil
    }
}
