/// A finger that moves something along a line, measured from where it took hold.
///
/// It counts from that anchor and never sums up steps, so that a finger that overshoots an end and
/// comes back is where it was.
public struct LinearDrag: Sendable {
    private var touch: Double
    private var position: Double
    /// How far the position goes for what the finger goes; 1 unless control is fine.
    public private(set) var gain: Double

    /// A finger at `touch`, along the line and in units of the whole travel, takes hold of what is
    /// at `position`.
    public init(touch: Double, position: Double, gain: Double = 1) {
        self.touch = touch
        self.position = position
        self.gain = gain
    }

    /// The line is another one: on it, the finger that was at `old` is at `new`.
    public mutating func rebase(from old: Double, to new: Double) {
        guard new != old else { return }
        self = LinearDrag(
            touch: new, position: position + (old - touch) * gain, gain: gain)
    }

    /// The position when the finger is at `touch`, which may lie beyond the ends. From there on
    /// `gain` applies; what the finger moved on its way here still counts at the gain before.
    public mutating func move(to touch: Double, gain: Double) -> Double {
        let position = position + (touch - self.touch) * self.gain
        if gain != self.gain { self = LinearDrag(touch: touch, position: position, gain: gain) }
        return position
    }
}
