/// A finger on a range, and where it counts from.
struct RangeDrag {
    let touch: Touch
    /// `nil` while it is not decided which of two overlapping thumbs it moves.
    var part: RangeSlider.Part?
    var touchPosition: Double
    var lastTouchPosition: Double
    var lower: Double
    var upper: Double
    /// How far the thumbs go for what the finger goes.
    var gain: Double
    var lowerDetents: DetentLatch
    var upperDetents: DetentLatch
    let valuesAtBegin: (lower: Double, upper: Double)
    /// The values that `lower` and `upper` count from.
    var valuesAtAnchor: (lower: Double, upper: Double)

    /// The travel is another: on it, the finger was at `position` when it moved last.
    mutating func rebase(to position: Double) {
        guard position != lastTouchPosition else { return }
        if part != nil { anchor(after: (lastTouchPosition - touchPosition) * gain) }
        (touchPosition, lastTouchPosition) = (position, position)
    }

    /// Counts from where the finger is; what it `moved` on its way here stays.
    mutating func anchor(after moved: Double) {
        touchPosition = lastTouchPosition
        lower += moved
        upper += moved
    }
}
