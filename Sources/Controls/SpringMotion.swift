import Glibc

/// The movement of a damped spring to a target. The spring begins with a given speed and ends at
/// rest.
///
/// The damping is critical: the spring never overshoots, unless its initial speed carries it past
/// the target.
struct SpringMotion {
    /// The stiffness: after 5 / stiffness seconds, all but 4 % of the distance is covered.
    private let stiffness: Double
    private let target: Double
    /// The start, relative to the target.
    private let distance: Double
    private let speed: Double
    private var begin: Duration?

    /// A movement from `start` to `target` that begins with `speed`, in units per second.
    init(from start: Double, to target: Double, speed: Double = 0, stiffness: Double = 20) {
        self.target = target
        self.stiffness = stiffness
        distance = start - target
        self.speed = speed
    }

    /// The position at a time on the monotonic clock; `nil` once it stays within `precision` of the
    /// target. The movement begins at the time of the first call.
    mutating func position(at time: Duration, precision: Double) -> Double? {
        let begin = self.begin ?? time
        self.begin = begin
        let seconds = max(0, (time - begin) / .seconds(1))
        let slope = speed + stiffness * distance
        let decay = exp(-stiffness * seconds)
        let rest = (distance + slope * seconds) * decay
        let isOver = abs(distance) * decay + abs(slope) * seconds * decay < precision
        return isOver && seconds > 0 ? nil : target + rest
    }
}
