import Drawing

/// A finger on a node of a curve, and perhaps a second one beside it.
struct CurveHold {
    let touch: Touch
    /// The index of the node.
    let node: Int
    /// From the handle to the finger, in pixels.
    var offset: Point
    /// The values that it drags, as they were when it landed.
    let before: [(value: CurveValue, number: Double)]
    /// The second finger.
    var pinch: Pinch?

    /// A second finger that changes a width.
    struct Pinch {
        let touch: Touch
        /// The distance of the fingers when it landed, in pixels.
        let distance: Double
        /// The value when it landed.
        let start: Double
    }
}
