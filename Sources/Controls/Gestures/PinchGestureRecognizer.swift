import Drawing

/// Two fingers that move apart or together. The gesture begins once their distance has changed by
/// the slop, and measures from there. Like `UIPinchGestureRecognizer`.
open class PinchGestureRecognizer: GestureRecognizer {
    /// How far the distance must change, in millimetres; 1.5 by default. A value below 0 or not
    /// finite is ignored.
    public var slop = 1.5 {
        didSet { slop = slop.accepted(.notNegative, else: oldValue) }
    }
    /// The distance divided by the distance at the beginning of the gesture, above 0; 1 at first.
    ///
    /// Setting it makes the gesture continue from that scale. A value that is not above 0 and
    /// finite is ignored.
    public var scale: Double {
        get { distanceAtBegin.map { distance / $0 } ?? 1 }
        set {
            guard distanceAtBegin != nil else { return }
            distanceAtBegin = distance / newValue.accepted(.positive, else: scale)
        }
    }
    /// How fast `scale` changes, per second, over the last tenth of a second.
    public var velocity: Double {
        guard let first = recent.first, let last = recent.last, last.time > first.time,
            let distanceAtBegin
        else { return 0 }
        return (last.distance - first.distance) / distanceAtBegin
            / ((last.time - first.time) / .seconds(1))
    }

    private var landedDistance: Double?
    private var distanceAtBegin: Double?
    private var recent: [(time: Duration, distance: Double)] = []

    public override init() {
        super.init()
        maximumNumberOfTouches = 2
    }

    /// The distance between the fingers, in pixels; at least 1, so that `scale` is always finite.
    private var distance: Double {
        guard let first = touches.first, let last = touches.last else { return 1 }
        return max(first.location(in: nil).distance(to: last.location(in: nil)), 1)
    }

    /// Keeps what the velocity is about: after a rest, the fingers are not fast.
    private func forgetOld(at time: Duration) {
        recent.removeAll { $0.time < time - .milliseconds(100) }
    }

    open override func touchesBegan(_ touches: [Touch]) {
        guard self.touches.count == 2 else { return }
        landedDistance = distance
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landedDistance, self.touches.count == 2 else { return }
        recent.append((touch.timestamp, distance))
        forgetOld(at: touch.timestamp)
        if state != .possible { return transition(to: .changed) }
        guard abs(distance - landedDistance) >= slop * pixelsPerMillimetre else { return }
        // The movement before this point does not count, or the gesture would begin with a jump.
        distanceAtBegin = distance
        transition(to: .began)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        landedDistance = nil
        if let touch = touches.first { forgetOld(at: touch.timestamp) }
        if state != .possible {
            transition(to: .ended)
        } else if self.touches.count <= touches.count {
            transition(to: .failed)
        }
    }

    open override func reset() {
        (landedDistance, distanceAtBegin) = (nil, nil)
        recent = []
    }
}
