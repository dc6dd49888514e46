import Drawing

/// How one finger moves a knob: around its centre or along a line, as the knob or the finger
/// decides.
struct KnobDrag {
    /// Which way the finger goes.
    private enum Way {
        case around, straight
        /// It has not moved far enough from where it landed.
        case undecided(landed: Point)
    }

    /// The knob as the finger finds it.
    struct Surroundings {
        /// In the knob's own space.
        let bounds: Rect
        let drag: Knob.Drag
        /// How far a straight drag goes over the whole range, in pixels.
        let travel: Double
        let pixelsPerMillimetre: Double
    }

    /// The turning, with the options that are the knob's.
    var rotation = RotaryDrag()
    private var linear = LinearDrag(touch: 0, position: 0)
    /// Where the finger is along a straight drag, in units of the whole range.
    private var lastTravel = 0.0
    private var way = Way.around
    /// Where the finger was seen last, in the knob's own space.
    private var lastPoint = Point.zero

    /// The finger landed at `point`; the knob is at `position`, 0…1. True if the position may be
    /// another now.
    mutating func begin(
        at point: Point, position: Double, gain: Double, _ knob: Surroundings
    ) -> Bool {
        lastPoint = point
        switch knob.drag {
        case .rotary: takeHold(at: point, position: position, gain: gain, .around, knob)
        case .vertical, .horizontal, .linear:
            takeHold(at: point, position: position, gain: gain, .straight, knob)
        case .auto:
            way = .undecided(landed: point)
            return false
        }
        return rotation.mode != .relative && knob.drag == .rotary
    }

    /// The position when the finger is at `point`, having been at `previous` in the knob's space as
    /// that is now; `nil` while it is not decided.
    mutating func move(
        to point: Point, from previous: Point, position: Double, gain: Double,
        _ knob: Surroundings
    ) -> Double? {
        // Where the knob lies elsewhere than it did, nothing has moved by that.
        if previous != lastPoint { rotation.rebase(to: previous, center: knob.bounds.center) }
        let travelled = Self.travelled(to: previous, knob)
        linear.rebase(from: lastTravel, to: travelled)
        lastTravel = travelled
        lastPoint = point
        switch way {
        case .undecided(let landed):
            // From here on: what was moved to decide would be a jump.
            if let decided = decide(from: landed, to: point, knob) {
                takeHold(at: point, position: position, gain: gain, decided, knob)
            }
            return nil
        case .around:
            rotation.gain = gain
            rotation.move(to: point)
            return rotation.position
        case .straight:
            lastTravel = Self.travelled(to: point, knob)
            let position = linear.move(to: lastTravel, gain: gain)
            return rotation.wraps
                ? position - position.rounded(.down) : position.clamped(from: 0, to: 1)
        }
    }

    /// The knob was put at `position` by somebody else: the finger goes on from there.
    mutating func reanchor(at position: Double) {
        rotation.reanchor(at: position)
        linear = LinearDrag(touch: lastTravel, position: position, gain: linear.gain)
    }

    /// How far `point` is beside the line of a straight drag, in pixels; 0 for a drag without one.
    func distanceAside(of point: Point, _ knob: Surroundings) -> Double {
        guard case .straight = way else { return 0 }
        return switch knob.drag {
        case .vertical: abs(point.x - knob.bounds.midX)
        case .horizontal: abs(point.y - knob.bounds.midY)
        case .linear, .auto, .rotary: 0
        }
    }

    private mutating func takeHold(
        at point: Point, position: Double, gain: Double, _ way: Way, _ knob: Surroundings
    ) {
        self.way = way
        rotation.begin(at: point, center: knob.bounds.center, position: position)
        lastTravel = Self.travelled(to: point, knob)
        linear = LinearDrag(touch: lastTravel, position: position, gain: gain)
    }

    /// The way of a finger that has moved three millimetres: across its radius it turns; along it,
    /// or from too near the centre to tell, it drags.
    private func decide(from landed: Point, to point: Point, _ knob: Surroundings) -> Way? {
        guard landed.distance(to: point) >= 3 * knob.pixelsPerMillimetre else { return nil }
        let center = knob.bounds.center
        let radius = landed.distance(to: center)
        guard radius > rotation.deadRadius else { return .straight }
        let outward = (x: (landed.x - center.x) / radius, y: (landed.y - center.y) / radius)
        let moved = (x: point.x - landed.x, y: point.y - landed.y)
        let along = abs(moved.x * outward.x + moved.y * outward.y)
        let across = abs(moved.y * outward.x - moved.x * outward.y)
        return across > along ? .around : .straight
    }

    /// How far along a straight drag `point` is, in units of the whole range.
    private static func travelled(to point: Point, _ knob: Surroundings) -> Double {
        let distance =
            switch knob.drag {
            case .vertical: -point.y
            case .horizontal: point.x
            case .linear, .auto, .rotary: point.x - point.y
            }
        return distance / knob.travel
    }
}
