/// A handle of a curve, and the values that fingers on it move.
struct CurveNode {
    /// The text in the handle.
    let label: String
    /// Moved by a finger to the right.
    var x: CurveValue?
    /// Moved by a finger upwards.
    var y: CurveValue?
    /// Changed by the distance of a second finger.
    var pinch: CurveValue?
    /// Whether the node counts; `nil` if it always does.
    var on: CurveValue?

    /// The values that the first finger holds.
    var dragged: [CurveValue] { [x, y].compactMap(\.self) }
    var isOn: Bool { on?.isOn ?? true }
}
