/// Straight lines and curves that enclose an area or are stroked.
public struct Path: Hashable, Sendable {
    /// An element of a path.
    public enum Element: Hashable, Sendable {
        /// Begins a subpath.
        case move(Point)
        /// A straight line.
        case line(Point)
        /// A cubic Bézier curve: two control points and its end.
        case curve(Point, Point, Point)
        /// A straight line back to the start of the subpath.
        case close
    }

    /// The elements, in order.
    public private(set) var elements: [Element] = []

    /// The end of the last element; `nil` for an empty path.
    public private(set) var currentPoint: Point?

    private var subpathStart: Point?

    /// A path without elements.
    public init() {}

    /// The outline of a rectangle.
    public init(_ rect: Rect) {
        addRect(rect)
    }

    /// The outline of a rectangle with round corners.
    public init(roundedRect rect: Rect, cornerRadius: Double) {
        addRoundedRect(rect, cornerRadius: cornerRadius)
    }

    /// The ellipse that touches all sides of a rectangle.
    public init(ellipseIn rect: Rect) {
        addEllipse(in: rect)
    }

    /// Paths with as many elements seldom end at the same point, so the others are only compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(elements.count)
        hasher.combine(currentPoint)
    }

    /// Whether there are no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Begins a subpath.
    public mutating func move(to point: Point) {
        elements.append(.move(point))
        currentPoint = point
        subpathStart = point
    }

    /// Adds a straight line. Without a current point, it starts a subpath.
    public mutating func addLine(to point: Point) {
        guard currentPoint != nil else {
            move(to: point)
            return
        }
        elements.append(.line(point))
        currentPoint = point
    }

    /// Adds a straight line as a subpath.
    public mutating func addSegment(from start: Point, to end: Point) {
        move(to: start)
        addLine(to: end)
    }

    /// Adds a cubic Bézier curve. Without a current point, it starts at the first control point.
    public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
        if currentPoint == nil { move(to: control1) }
        elements.append(.curve(control1, control2, end))
        currentPoint = end
    }

    /// Adds an arc, after a straight line from the current point, if there is one.
    ///
    /// Angles grow clockwise on the screen: 0 is right of the centre, and 90° is below it. An arc
    /// of more than a turn is drawn as one turn. `clockwise` is the direction from the start to the
    /// end, as seen on the screen.
    public mutating func addArc(
        center: Point, radius: Double, start: Angle, end: Angle, clockwise: Bool = true
    ) {
        let sweep = Self.sweep(from: start.radians, to: end.radians, clockwise: clockwise)
        addLine(to: Self.point(center, radius, start.radians))
        guard radius > 0, sweep != 0, sweep.isFinite else { return }

        // Pieces of a fixed size, counted from the start, so that an arc that grows keeps the
        // pixels of its existing pieces.
        let step = sweep < 0 ? -Self.arcPiece.radians : Self.arcPiece.radians
        let count = Int((sweep / step).rounded(.up))
        elements.reserveCapacity(elements.count + count + 1)
        var from = ArcEnd(start.radians)
        for index in 1...count {
            let to = ArcEnd(
                start.radians + (Double(index) * step / sweep < 1 ? Double(index) * step : sweep))
            addArcPiece(center: center, radius: radius, from: from, to: to)
            from = to
        }
    }

    /// An end of a piece of an arc. Two pieces share it.
    private struct ArcEnd {
        let angle: Angle
        let sine: Double
        let cosine: Double

        init(_ radians: Double) {
            angle = .radians(radians)
            (sine, cosine) = (angle.sine, angle.cosine)
        }

        func point(on center: Point, _ radius: Double) -> Point {
            Point(x: center.x + radius * cosine, y: center.y + radius * sine)
        }
    }

    /// The longest piece of a circle that is drawn as one curve. Its error is less than a
    /// thousandth of a pixel.
    package static let arcPiece = Angle.radians(.pi / 32)

    private mutating func addArcPiece(center: Point, radius: Double, from: ArcEnd, to: ArcEnd) {
        // The length of the tangents, after Goldapp, "Approximation of circular arcs by cubic
        // polynomials", 1991.
        let quarter = (to.angle - from.angle) / 4
        let tangent = 4 / 3 * (quarter.sine / quarter.cosine)
        addCurve(
            to: to.point(on: center, radius),
            control1: Point(
                x: center.x + radius * (from.cosine - tangent * from.sine),
                y: center.y + radius * (from.sine + tangent * from.cosine)),
            control2: Point(
                x: center.x + radius * (to.cosine + tangent * to.sine),
                y: center.y + radius * (to.sine - tangent * to.cosine)))
    }

    /// Adds the outline of a rectangle as a subpath, clockwise; nothing for an empty one.
    public mutating func addRect(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        move(to: rect.origin)
        addLine(to: Point(x: rect.maxX, y: rect.minY))
        addLine(to: Point(x: rect.maxX, y: rect.maxY))
        addLine(to: Point(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }

    /// Adds the outline of a rectangle with round corners, clockwise; nothing for an empty one.
    /// `cornerRadius` is limited to half of the shorter side.
    public mutating func addRoundedRect(_ rect: Rect, cornerRadius: Double) {
        let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
        guard !rect.isEmpty, radius > 0 else {
            addRect(rect)
            return
        }
        let inner = rect.insetBy(dx: radius, dy: radius)
        elements.reserveCapacity(elements.count + 14)
        move(to: Point(x: rect.minX, y: inner.minY))
        addCorner(Point(x: inner.minX, y: inner.minY), from: (-radius, 0), to: (0, -radius))
        addLine(to: Point(x: inner.maxX, y: rect.minY))
        addCorner(Point(x: inner.maxX, y: inner.minY), from: (0, -radius), to: (radius, 0))
        addLine(to: Point(x: rect.maxX, y: inner.maxY))
        addCorner(Point(x: inner.maxX, y: inner.maxY), from: (radius, 0), to: (0, radius))
        addLine(to: Point(x: inner.minX, y: rect.maxY))
        addCorner(Point(x: inner.minX, y: inner.maxY), from: (0, radius), to: (-radius, 0))
        closeSubpath()
    }

    /// Adds a quarter of a circle as two curves, with an error of less than 5 millionths of the
    /// radius. Rounded rectangles are drawn with each step of a fader, so it avoids computing
    /// sines.
    private mutating func addCorner(
        _ center: Point, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) {
        /// The sine and cosine of 45°, and the length of an eighth's tangents as in `addArcPiece`.
        let half = 0.5.squareRoot()
        let tangent = 0.265_216_489_839_543_98
        func point(_ along: Double, _ across: Double) -> Point {
            Point(
                x: center.x + along * start.x + across * end.x,
                y: center.y + along * start.y + across * end.y)
        }
        addCurve(
            to: point(half, half), control1: point(1, tangent),
            control2: point(half * (1 + tangent), half * (1 - tangent)))
        addCurve(
            to: point(0, 1), control1: point(half * (1 - tangent), half * (1 + tangent)),
            control2: point(tangent, 1))
    }

    /// Adds the ellipse that touches all sides of a rectangle; nothing for an empty one.
    public mutating func addEllipse(in rect: Rect) {
        guard !rect.isEmpty else { return }
        append(
            Self.unitCircle.applying(
                AffineTransform.translation(x: rect.midX, y: rect.midY)
                    .scaledBy(x: rect.width / 2, y: rect.height / 2)))
    }

    private static let unitCircle: Path = {
        var circle = Path()
        circle.addArc(center: .zero, radius: 1, start: .zero, end: .degrees(360))
        circle.closeSubpath()
        return circle
    }()

    /// Adds a straight line back to the start of the subpath, and joins the ends.
    public mutating func closeSubpath() {
        guard currentPoint != nil else { return }
        elements.append(.close)
        currentPoint = subpathStart
    }

    /// Adds the elements of another path.
    public mutating func append(_ other: Path) {
        guard !other.isEmpty else { return }
        elements += other.elements
        currentPoint = other.currentPoint
        subpathStart = other.subpathStart
    }

    /// This path with every point transformed.
    public func applying(_ transform: AffineTransform) -> Path {
        var path = Path()
        path.elements = elements.map { element in
            switch element {
            case .move(let point): .move(transform.apply(to: point))
            case .line(let point): .line(transform.apply(to: point))
            case .curve(let control1, let control2, let end):
                .curve(
                    transform.apply(to: control1), transform.apply(to: control2),
                    transform.apply(to: end))
            case .close: .close
            }
        }
        path.currentPoint = currentPoint.map { transform.apply(to: $0) }
        path.subpathStart = subpathStart.map { transform.apply(to: $0) }
        return path
    }

    /// The smallest rectangle around all points, control points included.
    ///
    /// Without an area, as for a horizontal line, its width or height is 0.
    public var boundingBox: Rect {
        var low = Point(x: .infinity, y: .infinity)
        var high = Point(x: -.infinity, y: -.infinity)
        func extend(_ point: Point) {
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        for element in elements {
            switch element {
            case .move(let point), .line(let point): extend(point)
            case .curve(let control1, let control2, let end):
                extend(control1)
                extend(control2)
                extend(end)
            case .close: break
            }
        }
        guard low.x <= high.x else { return .zero }
        return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    private static func point(_ center: Point, _ radius: Double, _ radians: Double) -> Point {
        let angle = Angle.radians(radians)
        return Point(x: center.x + radius * angle.cosine, y: center.y + radius * angle.sine)
    }

    private static func sweep(from start: Double, to end: Double, clockwise: Bool) -> Double {
        let turn = 2 * Double.pi
        let difference = clockwise ? end - start : start - end
        if abs(difference) >= turn { return clockwise ? turn : -turn }
        let sweep = difference < 0 ? difference + turn : difference
        return clockwise ? sweep : -sweep
    }
}
