import Drawing

/// The places of a pad's thumb.
struct PadField {
    /// The bounds of the pad.
    let bounds: Rect

    var thumbRadius: Double { (min(bounds.width, bounds.height) * 0.07).clamped(from: 9, to: 18) }

    /// The distance from the thumb's centre to the edge of its shadow and halo.
    var thumbReach: Double { (thumbRadius + 8).rounded(.up) }

    /// The rectangle in which the centre of the thumb moves.
    var field: Rect {
        let margin = thumbRadius + 3
        let inner = bounds.insetBy(dx: margin, dy: margin)
        return Rect(
            center: bounds.center,
            size: Size(width: max(inner.width, 1), height: max(inner.height, 1)))
    }

    /// The centre of the thumb at a position, 0…1 to the right and upwards.
    func point(at shares: Point) -> Point {
        let field = field
        return Point(
            x: field.minX + field.width * shares.x, y: field.maxY - field.height * shares.y)
    }

    /// The position of a point, 0…1; below 0 and above 1 beyond the field.
    func shares(at point: Point) -> Point {
        let field = field
        return Point(
            x: (point.x - field.minX) / field.width, y: (field.maxY - point.y) / field.height)
    }
}
