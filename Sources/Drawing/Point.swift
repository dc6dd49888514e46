/// A point on the panel; y grows downwards.
public struct Point: Hashable, Sendable {
    /// The distance to the right of the origin.
    public var x: Double

    /// The distance below the origin.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The point `x` to the right of the origin and `y` below it.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The upper-left corner of a pixel.
    public init(_ pixel: PixelPoint) {
        self.init(x: Double(pixel.x), y: Double(pixel.y))
    }

    /// This point, moved.
    public func offsetBy(dx: Double, dy: Double) -> Point {
        Point(x: x + dx, y: y + dy)
    }

    /// The distance to another point.
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }
}
