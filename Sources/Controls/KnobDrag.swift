import Drawing

/// How one finger moves a knob: around its centre or along a line. The knob's `drag` decides this,
/// or lets the finger decide.
struct KnobDrag {
    /// How the finger moves the knob.
    private enum Motion {
        case around, straight
        /// The finger has not moved far enough from where it landed.
        case undecided(landed: Point)
    }

    /// The knob's geometry and options during the drag.
    struct Surroundings {
        /// In the knob's own coordinates.
        let bounds: Rect
        let drag: Knob.Drag
        /// The length of a straight drag over the whole range, in pixels.
        let travel: Double
        let pixelsPerMillimetre: Double
    }

    /// The rotation, with the knob's options.
    var rotation = RotaryDrag()
    private var linear = LinearDrag(touch: 0, position: 0)
    /// The finger's position along a straight drag, in units of the whole range.
    private var lastTravel = 0.0
    private var motion = Motion.around
    /// The finger's last point, in the knob's own coordinates.
    private var lastPoint = Point.zero

    /// Whether the finger turns the knob around its centre.
    var isAround: Bool { if case .around = motion { true } else { false } }

    /// Starts at `point`, with the knob at `position`, 0…1. Returns whether the position may have
    /// changed.
    mutating func begin(
        at point: Point, position: Double, gain: Double, _ knob: Surroundings
    ) -> Bool {
        lastPoint = point
        switch knob.drag {
        case .rotary: takeHold(at: point, position: position, gain: gain, .around, knob)
        case .vertical, .horizontal, .linear:
            takeHold(at: point, position: position, gain: gain, .straight, knob)
        case .auto:
            motion = .undecided(landed: point)
            return false
        }
        return rotation.mode != .relative && knob.drag == .rotary
    }

    /// The position when the finger is at `point`; `nil` while the motion is undecided. `previous`
    /// is the finger's last point in the knob's present coordinates.
    mutating func move(
        to point: Point, from previous: Point, position: Double, gain: Double,
        _ knob: Surroundings
    ) -> Double? {
        // If the knob itself moved, that does not count as a movement of the finger.
        if previous != lastPoint { rotation.rebase(to: previous, center: knob.bounds.center) }
        let travelled = Self.travelled(to: previous, knob)
        linear.rebase(from: lastTravel, to: travelled)
        lastTravel = travelled
        lastPoint = point
        switch motion {
        case .undecided(let landed):
            // The movement up to the decision does not count, or the value would jump.
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

    /// Continues from `position`, which something other than the finger set.
    mutating func reanchor(at position: Double) {
        rotation.reanchor(at: position)
        linear = LinearDrag(touch: lastTravel, position: position, gain: linear.gain)
    }

    /// How far `point` is beside the line of a straight drag, in pixels; 0 if there is no line.
    func distanceAside(of point: Point, _ knob: Surroundings) -> Double {
        guard case .straight = motion else { return 0 }
        return switch knob.drag {
        case .vertical: abs(point.x - knob.bounds.midX)
        case .horizontal: abs(point.y - knob.bounds.midY)
        case .linear, .auto, .rotary: 0
        }
    }

    private mutating func takeHold(
        at point: Point, position: Double, gain: Double, _ motion: Motion, _ knob: Surroundings
    ) {
        self.motion = motion
        rotation.begin(at: point, center: knob.bounds.center, position: position)
        lastTravel = Self.travelled(to: point, knob)
        linear = LinearDrag(touch: lastTravel, position: position, gain: gain)
    }

    /// Decides the motion of a finger that has moved three millimetres. Across its radius, it
    /// turns. Along the radius, or too near the centre to tell, it drags.
    private func decide(from landed: Point, to point: Point, _ knob: Surroundings) -> Motion? {
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

    /// The position of `point` along a straight drag, in units of the whole range.
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
