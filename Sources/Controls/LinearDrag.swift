/// Converts the movement of a finger along a line, measured from an anchor.
///
/// The drag never sums up steps. So a finger that overshoots an end and comes back finds the
/// position where it left it.
public struct LinearDrag: Sendable {
    private var touch: Double
    private var position: Double
    /// How far the position moves per movement of the finger; 1 unless control is fine.
    public private(set) var gain: Double

    /// Anchors a finger at `touch`, along the line in units of the whole travel, to `position`.
    public init(touch: Double, position: Double, gain: Double = 1) {
        self.touch = touch
        self.position = position
        self.gain = gain
    }

    /// Adapts to a line that has itself changed: the finger that was at `old` is at `new` on the
    /// new line.
    public mutating func rebase(from old: Double, to new: Double) {
        guard new != old else { return }
        self = LinearDrag(
            touch: new, position: position + (old - touch) * gain, gain: gain)
    }

    /// The position for a finger at `touch`, which may be beyond the ends. `gain` applies from
    /// there on; the movement up to `touch` still counts at the previous gain.
    public mutating func move(to touch: Double, gain: Double) -> Double {
        let position = position + (touch - self.touch) * self.gain
        if gain != self.gain { self = LinearDrag(touch: touch, position: position, gain: gain) }
        return position
    }
}
