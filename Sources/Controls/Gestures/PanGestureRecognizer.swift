public import Drawing

/// A finger that drags. It begins once the finger has moved by the slop, and counts from there.
open class PanGestureRecognizer: GestureRecognizer {
    /// How far the finger must move, in millimetres; 1.5 by default. What is below 0 or not finite is
    /// ignored.
    public var slop = 1.5 {
        didSet { slop = slop.accepted(.notNegative, else: oldValue) }
    }

    private var landed: Point?
    private var anchor: Point?
    private var recent: [(time: Duration, point: Point)] = []

    /// How far the finger has moved since the gesture began, in pixels of `view`.
    public func translation(in view: View?) -> Point {
        guard let anchor, let touch = touches.first else { return .zero }
        let from = view?.convertFromWindow(anchor) ?? anchor
        let to = touch.location(in: view)
        return Point(x: to.x - from.x, y: to.y - from.y)
    }

    /// Lets the finger have moved by `translation`, in pixels of `view`, since the gesture began.
    public func setTranslation(_ translation: Point, in view: View?) {
        guard anchor != nil, let touch = touches.first else { return }
        let now = touch.location(in: view)
        let from = now.offsetBy(dx: -translation.x, dy: -translation.y)
        anchor = view?.convert(from, to: nil) ?? from
    }

    /// How fast the finger moves, in pixels of `view` per second, over the last tenth of a second.
    public func velocity(in view: View?) -> Point {
        guard let first = recent.first, let last = recent.last, last.time > first.time else {
            return .zero
        }
        let from = view?.convertFromWindow(first.point) ?? first.point
        let to = view?.convertFromWindow(last.point) ?? last.point
        let seconds = (last.time - first.time) / .seconds(1)
        return Point(x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds)
    }

    private func note(_ touch: Touch) {
        let time = touch.timestamp
        recent.append((time, touch.location(in: nil)))
        recent.removeAll { $0.time < time - .milliseconds(100) }
    }

    open override func touchesBegan(_ touches: [Touch]) {
        guard landed == nil, let touch = touches.first else { return }
        landed = touch.location(in: nil)
        recent = []
        note(touch)
        if slop <= 0 { begin(at: touch) }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        note(touch)
        if state != .possible { return transition(to: .changed) }
        let distance = landed.distance(to: touch.location(in: nil))
        if distance >= slop * pixelsPerMillimetre { begin(at: touch) }
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
