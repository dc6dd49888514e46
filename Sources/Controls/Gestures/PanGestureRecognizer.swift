public import Drawing

/// One finger that drags, or several together. The gesture begins once the fingers have moved by
/// the slop, and measures from there. Several fingers count as the point in their middle.
open class PanGestureRecognizer: GestureRecognizer {
    /// How far the fingers must move, in millimetres; 1.5 by default. A value below 0 or not finite
    /// is ignored.
    public var slop = 1.5 {
        didSet { slop = slop.accepted(.notNegative, else: oldValue) }
    }
    /// How many fingers must be down for the gesture to begin and to continue; 1 by default, and at
    /// least 1. A number above `maximumNumberOfTouches` raises that as well.
    public var minimumNumberOfTouches = 1 {
        didSet {
            minimumNumberOfTouches = max(minimumNumberOfTouches, 1)
            if maximumNumberOfTouches < minimumNumberOfTouches {
                maximumNumberOfTouches = minimumNumberOfTouches
            }
        }
    }
    /// How many fingers may drag; 1 by default, and at least 1. The recogniser ignores a further
    /// finger until it lifts. A number below `minimumNumberOfTouches` lowers that as well.
    open override var maximumNumberOfTouches: Int {
        didSet {
            if minimumNumberOfTouches > maximumNumberOfTouches {
                minimumNumberOfTouches = maximumNumberOfTouches
            }
        }
    }

    private var landed: Point?
    private var anchor: Point?
    private var recent: [(time: Duration, point: Point)] = []

    /// How far the fingers have moved since the gesture began, in pixels of `view`.
    public func translation(in view: View?) -> Point {
        guard let anchor, !touches.isEmpty else { return .zero }
        let from = view?.convertFromWindow(anchor) ?? anchor
        let to = location(in: view)
        return Point(x: to.x - from.x, y: to.y - from.y)
    }

    /// Sets the translation since the gesture began, in pixels of `view`; the gesture continues
    /// from it.
    public func setTranslation(_ translation: Point, in view: View?) {
        guard anchor != nil, !touches.isEmpty else { return }
        let from = location(in: view).offsetBy(dx: -translation.x, dy: -translation.y)
        anchor = view?.convert(from, to: nil) ?? from
    }

    /// How fast the fingers move, in pixels of `view` per second, over the last tenth of a second.
    public func velocity(in view: View?) -> Point {
        guard let first = recent.first, let last = recent.last, last.time > first.time else {
            return .zero
        }
        let from = view?.convertFromWindow(first.point) ?? first.point
        let to = view?.convertFromWindow(last.point) ?? last.point
        let seconds = (last.time - first.time) / .seconds(1)
        return Point(x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds)
    }

    private func record(at time: Duration) {
        recent.append((time, location(in: nil)))
        forgetOld(at: time)
    }

    /// Keeps what the velocity is about: after a rest, the fingers are not fast.
    private func forgetOld(at time: Duration) {
        recent.removeAll { $0.time < time - .milliseconds(100) }
    }

    open override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first else { return }
        if state != .possible {
            continueDrag(
                from: Self.middle(of: self.touches.filter { $0 !== touch }), at: touch.timestamp)
        } else if self.touches.count >= minimumNumberOfTouches {
            landed = location(in: nil)
            recent = []
            record(at: touch.timestamp)
            if slop <= 0 { begin() }
        }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        record(at: touch.timestamp)
        if state != .possible { return transition(to: .changed) }
        let distance = landed.distance(to: location(in: nil))
        if distance >= slop * pixelsPerMillimetre { begin() }
    }

    private func begin() {
        // The movement before this point does not count, or the gesture would begin with a jump.
        anchor = location(in: nil)
        transition(to: .began)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        let rest = self.touches.filter { touch in !touches.contains { $0 === touch } }
        guard let touch = touches.first, rest.count >= minimumNumberOfTouches else {
            if let touch = touches.first { forgetOld(at: touch.timestamp) }
            if state != .possible { return transition(to: .ended) }
            landed = nil
            if rest.isEmpty { transition(to: .failed) }
            return
        }
        let before = location(in: nil)
        touches.forEach(ignore)
        guard state != .possible else {
            landed = location(in: nil)
            return
        }
        continueDrag(from: before, at: touch.timestamp)
    }

    /// Continues after the set of fingers changed. The jump of their middle must not count as a
    /// movement.
    private func continueDrag(from before: Point, at time: Duration) {
        let now = location(in: nil)
        anchor = anchor?.offsetBy(dx: now.x - before.x, dy: now.y - before.y)
        recent = []
        record(at: time)
    }

    private static func middle(of touches: [Touch]) -> Point {
        let points = touches.map { $0.location(in: nil) }
        let sum = points.reduce(Point.zero) { $0.offsetBy(dx: $1.x, dy: $1.y) }
        let count = Double(max(points.count, 1))
        return Point(x: sum.x / count, y: sum.y / count)
    }

    open override func reset() {
        landed = nil
        anchor = nil
    }
}
