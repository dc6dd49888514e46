import Drawing

/// A finger on a node of a curve, and perhaps a second one beside it.
struct CurveHold {
    let touch: Touch
    /// The index of the node.
    let node: Int
    /// The vector from the handle to the finger, in pixels.
    var offset: Point
    /// The values that the finger drags, with their numbers when it landed.
    let before: [(value: CurveValue, number: Double)]
    /// The second finger.
    var pinch: Pinch?

    /// A second finger that changes a width.
    struct Pinch {
        let touch: Touch
        /// The distance between the fingers when the second one landed, in pixels.
        let distance: Double
        /// The width when the second finger landed.
        let start: Double
    }
}
