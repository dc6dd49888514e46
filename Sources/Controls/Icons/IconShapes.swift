import Drawing

/// The lines and areas of an icon, in a square with a side of 24. The origin is at the top left.
struct IconShapes {
    /// The side of the square.
    static let side = 24.0
    /// The thickness of lines.
    static let lineWidth = 2.0

    /// The shapes that are drawn as lines.
    private(set) var lines = Path()
    /// The shapes that are filled.
    private(set) var areas = Path()

    /// Shapes that are drawn one after the other.
    init(_ draw: (inout IconShapes) -> Void) { draw(&self) }

    /// Adds straight lines from point to point.
    mutating func line(_ points: (Double, Double)...) {
        for (index, (x, y)) in points.enumerated() {
            let point = Point(x: x, y: y)
            if index == 0 { lines.move(to: point) } else { lines.addLine(to: point) }
        }
    }

    /// Adds a line along a circle, clockwise from one angle to another. 0° is on the right, and 90°
    /// below the centre.
    mutating func arc(_ x: Double, _ y: Double, radius: Double, from: Double, to: Double) {
        let center = Point(x: x, y: y)
        let start = Angle.degrees(from)
        lines.move(
            to: Point(x: x + radius * start.cosine, y: y + radius * start.sine))
        lines.addArc(center: center, radius: radius, start: start, end: .degrees(to))
    }

    /// Adds a line around a circle.
    mutating func circle(_ x: Double, _ y: Double, radius: Double) {
        lines.addEllipse(in: Self.square(x, y, radius))
    }

    /// Adds a line around a rectangle with round corners.
    mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        lines.addRoundedRect(
            Rect(x: x, y: y, width: width, height: height), cornerRadius: 1.5)
    }

    /// Adds a polygon.
    mutating func area(_ points: (Double, Double)...) { area(points) }

    /// Adds a polygon.
    mutating func area(_ points: [(Double, Double)]) {
        for (index, (x, y)) in points.enumerated() {
            let point = Point(x: x, y: y)
            if index == 0 { areas.move(to: point) } else { areas.addLine(to: point) }
        }
        areas.closeSubpath()
    }

    /// Adds a disc.
    mutating func disc(_ x: Double, _ y: Double, radius: Double) {
        areas.addEllipse(in: Self.square(x, y, radius))
    }

    /// Adds a rectangle with round corners.
    mutating func block(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 1
    ) {
        areas.addRoundedRect(
            Rect(x: x, y: y, width: width, height: height), cornerRadius: corner)
    }

    /// Removes a disc from an area around it.
    mutating func hole(_ x: Double, _ y: Double, radius: Double) {
        areas.move(to: Point(x: x + radius, y: y))
        areas.addArc(
            center: Point(x: x, y: y), radius: radius, start: .zero, end: .degrees(-360),
            clockwise: false)
        areas.closeSubpath()
    }

    /// Adds the area between two arcs: clockwise along the first, and back along the second.
    mutating func crescent(
        outer: (x: Double, y: Double, radius: Double), from: Double, to: Double,
        inner: (x: Double, y: Double, radius: Double), backFrom: Double, backTo: Double
    ) {
        let start = Angle.degrees(from)
        areas.move(
            to: Point(
                x: outer.x + outer.radius * start.cosine, y: outer.y + outer.radius * start.sine))
        areas.addArc(
            center: Point(x: outer.x, y: outer.y), radius: outer.radius, start: start,
            end: .degrees(to))
        areas.addArc(
            center: Point(x: inner.x, y: inner.y), radius: inner.radius,
            start: .degrees(backFrom), end: .degrees(backTo), clockwise: false)
        areas.closeSubpath()
    }

    /// Mirrors everything left to right.
    var mirrored: IconShapes {
        applying(AffineTransform.translation(x: Self.side, y: 0).scaledBy(x: -1, y: 1))
    }

    /// Turns everything clockwise around the middle.
    func turned(by angle: Angle) -> IconShapes {
        let middle = Self.side / 2
        return applying(
            AffineTransform.translation(x: middle, y: middle).rotated(by: angle)
                .translatedBy(x: -middle, y: -middle))
    }

    private func applying(_ transform: AffineTransform) -> IconShapes {
        var shapes = self
        shapes.lines = lines.applying(transform)
        shapes.areas = areas.applying(transform)
        return shapes
    }

    private static func square(_ x: Double, _ y: Double, _ radius: Double) -> Rect {
        Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
    }
}
