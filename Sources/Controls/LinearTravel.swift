import Drawing

/// The straight path of a thumb: converts positions to points of a control, and back.
///
/// A vertical travel has position 0 at the bottom. A horizontal one has it at the left, or at the
/// right if it is reversed. The thumb's centre runs from half a thumb after one end to half a thumb
/// before the other.
struct LinearTravel {
    /// The control's bounds.
    let bounds: Rect
    let isVertical: Bool
    /// Whether a horizontal travel runs from right to left.
    var isReversed = false
    /// The thumb's size along the travel, in pixels.
    let thumbLength: Double

    /// The length of the path of the thumb's centre, in pixels; above 0.
    var length: Double {
        max((isVertical ? bounds.height : bounds.width) - thumbLength, 1)
    }

    /// The centre of the thumb at `position`.
    func point(at position: Double) -> Point {
        isVertical
            ? Point(x: bounds.midX, y: bounds.maxY - thumbLength / 2 - length * position)
            : Point(
                x: isReversed
                    ? bounds.maxX - thumbLength / 2 - length * position
                    : bounds.minX + thumbLength / 2 + length * position, y: bounds.midY)
    }

    /// The position of `point`; below 0 and above 1 beyond the ends.
    func position(at point: Point) -> Double {
        isVertical
            ? (bounds.maxY - thumbLength / 2 - point.y) / length
            : (isReversed
                ? bounds.maxX - thumbLength / 2 - point.x
                : point.x - bounds.minX - thumbLength / 2) / length
    }

    /// The distance from `point` to the middle line, in pixels.
    func distanceAside(of point: Point) -> Double {
        abs(isVertical ? point.x - bounds.midX : point.y - bounds.midY)
    }

    /// The rectangle along the middle line between two positions, `thickness` wide.
    func rect(from: Double, to: Double, thickness: Double) -> Rect {
        let first = point(at: min(from, to))
        let last = point(at: max(from, to))
        return isVertical
            ? Rect(
                x: bounds.midX - thickness / 2, y: last.y, width: thickness,
                height: first.y - last.y)
            : Rect(
                x: min(first.x, last.x), y: bounds.midY - thickness / 2,
                width: abs(last.x - first.x), height: thickness)
    }

    /// This travel along another track. The radius of the track's round ends is half its width.
    func along(_ track: Rect) -> LinearTravel {
        let aside = (thumbLength - (isVertical ? track.width : track.height)) / 2
        return LinearTravel(
            bounds: isVertical
                ? track.insetBy(dx: 0, dy: -aside) : track.insetBy(dx: -aside, dy: 0),
            isVertical: isVertical, isReversed: isReversed, thumbLength: thumbLength)
    }

    /// The rectangle of an image between two positions, on whole pixels. With `isFirst`, it reaches
    /// to the end of the groove at position 0, and with `isLast`, at position 1.
    func imageRect(
        from: Double, to: Double, isFirst: Bool, isLast: Bool, thickness: Double
    ) -> Rect {
        var rect = rect(from: from, to: to, thickness: thickness)
        let first = isFirst ? thumbLength / 2 : 0
        let last = isLast ? thumbLength / 2 : 0
        if isVertical {
            rect.size.height += first + last
            rect.origin.y -= last
        } else {
            rect.size.width += first + last
            rect.origin.x -= isReversed ? last : first
        }
        return Rect(
            x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(),
            height: rect.height.rounded())
    }

    /// The groove of the thumb, including its round ends.
    func groove(thickness: Double) -> Rect {
        let line = rect(from: 0, to: 1, thickness: thickness)
        return isVertical
            ? line.insetBy(dx: 0, dy: -thickness / 2) : line.insetBy(dx: -thickness / 2, dy: 0)
    }
}
