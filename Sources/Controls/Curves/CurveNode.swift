/// A handle of a curve, and the values that fingers on it move.
struct CurveNode {
    /// The text in the handle.
    let label: String
    /// The value that a finger increases to the right.
    var x: CurveValue?
    /// The value that a finger increases upwards.
    var y: CurveValue?
    /// The value that changes with the distance of a second finger.
    var pinch: CurveValue?
    /// The value that switches the node on or off; `nil` if it is always on.
    var on: CurveValue?

    /// The values that the first finger holds.
    var dragged: [CurveValue] { [x, y].compactMap(\.self) }
    var isOn: Bool { on?.isOn ?? true }
}
