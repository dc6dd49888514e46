import Drawing

/// How fast a finger turns, and how much farther an endless knob goes for it.
struct TurnSpeed {
    /// Where and when the finger was seen last.
    private var last: (angle: Angle, time: Duration)?

    /// The factor for a finger that is at an angle: up to `acceleration` at two turns a second, by the
    /// quarter of a sine that JUCE's velocity mode has.
    mutating func factor(_ acceleration: Double, at angle: Angle, time: Duration) -> Double {
        defer { last = (angle, time) }
        guard let last, time > last.time else { return 1 }
        let turns = abs((angle - last.angle).wrapped.radians) / (2 * .pi)
        let speed = turns / ((time - last.time) / .seconds(1))
        return 1 + (acceleration - 1) * (1 - Angle.radians(.pi * min(0.5, speed / 4)).cosine)
    }
}
