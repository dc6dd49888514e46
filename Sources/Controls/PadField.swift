import Drawing

/// Where on a pad the thumb goes.
struct PadField {
    /// Those of the pad.
    let bounds: Rect

    var thumbRadius: Double { (min(bounds.width, bounds.height) * 0.07).clamped(from: 9, to: 18) }

    /// How far the thumb reaches from its middle, shadow and halo included.
    var thumbReach: Double { (thumbRadius + 8).rounded(.up) }

    /// Where the middle of the thumb can be.
    var field: Rect {
        let margin = thumbRadius + 3
        let inner = bounds.insetBy(dx: margin, dy: margin)
        return Rect(
            center: bounds.center,
            size: Size(width: max(inner.width, 1), height: max(inner.height, 1)))
    }

    /// Where the middle of the thumb is at shares of the travel, to the right and upwards.
    func point(at shares: Point) -> Point {
        let field = field
        return Point(
            x: field.minX + field.width * shares.x, y: field.maxY - field.height * shares.y)
    }

    /// The shares of the travel at a point; below 0 and above 1 beyond the field.
    func shares(at point: Point) -> Point {
        let field = field
        return Point(
            x: (point.x - field.minX) / field.width, y: (field.maxY - point.y) / field.height)
    }
}
