/// A position on the glass, in millimetres from the picture's top left corner.
struct GlassPoint: Equatable {
    var x: Double
    var y: Double

    static let zero = GlassPoint(x: 0, y: 0)

    static func + (left: GlassPoint, right: GlassPoint) -> GlassPoint {
        GlassPoint(x: left.x + right.x, y: left.y + right.y)
    }

    static func - (left: GlassPoint, right: GlassPoint) -> GlassPoint {
        GlassPoint(x: left.x - right.x, y: left.y - right.y)
    }

    static func * (point: GlassPoint, factor: Double) -> GlassPoint {
        GlassPoint(x: point.x * factor, y: point.y * factor)
    }

    func distance(to other: GlassPoint) -> Double { (other - self).length }

    /// The distance in units of an ellipse around this point: 1 is the edge of the ellipse.
    func distance(to other: GlassPoint, inEllipse radii: GlassPoint) -> Double {
        GlassPoint(x: (other.x - x) / radii.x, y: (other.y - y) / radii.y).length
    }

    /// The distance from the corner. No distance on glass needs the range of `hypot`.
    private var length: Double { (x * x + y * y).squareRoot() }
}
