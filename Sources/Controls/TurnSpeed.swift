import Drawing

/// The speed of a turning finger, and the acceleration that follows from it.
struct TurnSpeed {
    /// The last angle and time of the finger.
    private var last: (angle: Angle, time: Duration)?

    /// The factor for a finger at an angle. It grows to `acceleration` at two turns a second, along
    /// the same quarter of a sine as JUCE's velocity mode.
    mutating func factor(_ acceleration: Double, at angle: Angle, time: Duration) -> Double {
        defer { last = (angle, time) }
        guard let last, time > last.time else { return 1 }
        let turns = abs((angle - last.angle).wrapped.radians) / (2 * .pi)
        let speed = turns / ((time - last.time) / .seconds(1))
        return 1 + (acceleration - 1) * (1 - Angle.radians(.pi * min(0.5, speed / 4)).cosine)
    }
}
