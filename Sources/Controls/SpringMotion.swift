import Glibc

/// A way to a target that begins at a speed and ends at rest, as a damped spring pulls it.
///
/// The damping is critical: it never swings past the target, unless it was thrown there.
struct SpringMotion {
    /// How hard it pulls: after 5 / stiffness seconds all but 4 % of the way is over.
    private let stiffness: Double
    private let target: Double
    /// From the target to where it began.
    private let distance: Double
    private let speed: Double
    private var begin: Duration?

    /// A way from `start` to `target`, that begins at `speed` in units per second.
    init(from start: Double, to target: Double, speed: Double = 0, stiffness: Double = 20) {
        self.target = target
        self.stiffness = stiffness
        distance = start - target
        self.speed = speed
    }

    /// Where it is at a time, on the monotonic clock; `nil` once it is within `precision` of the
    /// target for good. It begins with the first time it is asked for.
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
