package import Controls

/// The options of a knob.
package struct KnobDescription: Equatable, Sendable {
    package var scale: ScaleDescription
    /// The value at start and after two quick taps.
    package var defaultValue: Double
    package var mode: RotaryDrag.Mode
    /// Which way a finger goes to move it.
    package var drag: Knob.Drag
    /// How many turns of the finger the whole range takes; nil for the arc's own sweep.
    package var turns: Double?
    /// How far a straight drag goes over the whole range, in millimetres.
    package var travel: Double
    /// How much farther the knob goes than the finger.
    package var sensitivity: Double
    package var fine: FineDescription
    /// Where the arc begins, in degrees clockwise from 3 o'clock: -225 is 7:30.
    package var startAngle: Double
    /// Where the arc ends, in degrees clockwise from 3 o'clock; above `startAngle`.
    package var endAngle: Double
    /// The value the arc is drawn from; nil for the minimum.
    package var origin: Double?
}
