import Drawing

/// A finger that moves quickly in one direction. The gesture succeeds as soon as the finger has
/// moved far enough.
open class SwipeGestureRecognizer: GestureRecognizer {
    /// Directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// One bit for each direction.
        public let rawValue: UInt

        /// A set with these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upwards.
        public static let up = Direction(rawValue: 4)
        /// Downwards.
        public static let down = Direction(rawValue: 8)
    }

    /// The directions that count; `right` by default.
    public var direction = Direction.right
    /// How far the finger must move, in millimetres; 10 by default. A value below 0 or not finite
    /// is ignored.
    public var minimumDistance = 10.0 {
        didSet {
            minimumDistance = minimumDistance.accepted(.notNegative, else: oldValue)
        }
    }
    /// How long the swipe may take; 500 ms by default.
    public var maximumDuration = Duration.milliseconds(500) {
        didSet { maximumDuration = max(maximumDuration, .zero) }
    }
    /// How far the finger may stray sideways, as a fraction of the distance: 0.6 is about 30°. A
    /// value below 0 or not finite is ignored.
    public var maximumSlope = 0.6 {
        didSet { maximumSlope = maximumSlope.accepted(.notNegative, else: oldValue) }
    }
    /// The direction of the swipe; empty until the gesture is recognised.
    public private(set) var recognizedDirection: Direction = []

    private var landed: (time: Duration, point: Point)?

    open override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first, landed == nil else { return }
        landed = (touch.timestamp, touch.location(in: nil))
        recognizedDirection = []
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed, state == .possible else { return }
        guard touch.timestamp - landed.time <= maximumDuration else {
            return transition(to: .failed)
        }
        let point = touch.location(in: nil)
        let (dx, dy) = (point.x - landed.point.x, point.y - landed.point.y)
        let isHorizontal = abs(dx) > abs(dy)
        let (along, aside) = isHorizontal ? (abs(dx), abs(dy)) : (abs(dy), abs(dx))
        guard along >= minimumDistance * pixelsPerMillimetre else { return }
        let recognized: Direction =
            isHorizontal ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
        guard direction.contains(recognized), aside <= maximumSlope * along else {
            return transition(to: .failed)
        }
        recognizedDirection = recognized
        transition(to: .recognized)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        if state == .possible { transition(to: .failed) }
    }

    open override func reset() { landed = nil }
}
