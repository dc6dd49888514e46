/// Straight lines and curves that enclose an area or are stroked.
///
/// Paths are equal if they consist of the same parts, added in the same order.
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

    /// What was added to a path. Figures and arcs become elements when they are drawn: most are
    /// only compared with those of a drawing that is known, and kept with it.
    fileprivate enum Part: Hashable {
        case element(Element)
        case roundedRect(Rect, radius: Double)
        case ellipse(Rect)
        case arc(center: Point, radius: Double, start: Double, sweep: Double)
    }

    private var parts: [Part] = []

    /// What a path is, if its pixels can be computed without its elements.
    enum Figure {
        /// A rectangle, or one with round corners, such as a circle.
        case box(Rect, cornerRadius: Double)
        /// A part of a circle, between two angles in either order.
        case arc(center: Point, radius: Double, Angle, Angle)
    }

    /// The figure that the path consists of; `nil` if it is of another kind.
    var figure: Figure? {
        guard let last = parts.last, parts.count <= 2 else { return nil }
        switch last {
        case .roundedRect(let rect, let radius) where parts.count == 1:
            return .box(rect, cornerRadius: radius)
        case .ellipse(let rect) where parts.count == 1 && rect.width == rect.height:
            return .box(rect, cornerRadius: rect.width / 2)
        // After the move to its start.
        case .arc(let center, let radius, let start, let sweep) where parts.count == 2:
            return .arc(
                center: center, radius: radius, .radians(start), .radians(start + sweep))
        default: return nil
        }
    }

    /// The elements, in order.
    public var elements: [Element] {
        var elements: [Element] = []
        forEachElement { elements.append($0) }
        return elements
    }

    /// The end of the last element; `nil` for an empty path.
    public var currentPoint: Point? {
        var (start, current): (Point?, Point?)
        forEachElement {
            switch $0 {
            case .move(let point): (start, current) = (point, point)
            case .line(let end), .curve(_, _, let end): current = end
            case .close: current = start
            }
        }
        return current
    }

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

    /// Different paths with the same number of parts rarely end with the same part. So the other
    /// parts are only compared, not hashed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts.count)
        hasher.combine(parts.last)
    }

    /// Whether there are no elements.
    public var isEmpty: Bool { parts.isEmpty }

    /// Begins a subpath.
    public mutating func move(to point: Point) {
        parts.append(.element(.move(point)))
    }

    /// Adds a straight line. Without a current point, it starts a subpath.
    public mutating func addLine(to point: Point) {
        parts.append(.element(isEmpty ? .move(point) : .line(point)))
    }

    /// Adds a straight line as a subpath.
    public mutating func addSegment(from start: Point, to end: Point) {
        move(to: start)
        addLine(to: end)
    }

    /// Adds a cubic Bézier curve. Without a current point, it starts at the first control point.
    public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
        if isEmpty { move(to: control1) }
        parts.append(.element(.curve(control1, control2, end)))
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
        parts.append(
            .arc(center: center, radius: radius, start: start.radians, sweep: sweep))
    }

    private static func forEachArcPiece(
        center: Point, radius: Double, start: Double, sweep: Double, _ body: (Element) -> Void
    ) {
        // Pieces of a fixed size, counted from the start, so that an arc that grows keeps the
        // pixels of its existing pieces.
        let step = sweep < 0 ? -Self.arcPiece.radians : Self.arcPiece.radians
        let count = Int((sweep / step).rounded(.up))
        var from = ArcEnd(start)
        for index in 1...count {
            let to = ArcEnd(
                start + (Double(index) * step / sweep < 1 ? Double(index) * step : sweep))
            body(arcPiece(center: center, radius: radius, from: from, to: to))
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

    private static func arcPiece(
        center: Point, radius: Double, from: ArcEnd, to: ArcEnd
    ) -> Element {
        // The length of the tangents, after Goldapp, "Approximation of circular arcs by cubic
        // polynomials", 1991.
        let quarter = (to.angle - from.angle) / 4
        let tangent = 4 / 3 * (quarter.sine / quarter.cosine)
        return .curve(
            Point(
                x: center.x + radius * (from.cosine - tangent * from.sine),
                y: center.y + radius * (from.sine + tangent * from.cosine)),
            Point(
                x: center.x + radius * (to.cosine + tangent * to.sine),
                y: center.y + radius * (to.sine - tangent * to.cosine)),
            to.point(on: center, radius))
    }

    /// Adds the outline of a rectangle as a subpath, clockwise; nothing for an empty one.
    public mutating func addRect(_ rect: Rect) {
        addRoundedRect(rect, cornerRadius: 0)
    }

    /// Adds the outline of a rectangle with round corners, clockwise; nothing for an empty one.
    /// `cornerRadius` is limited to half of the shorter side.
    public mutating func addRoundedRect(_ rect: Rect, cornerRadius: Double) {
        let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
        guard !rect.isEmpty else { return }
        parts.append(.roundedRect(rect, radius: radius > 0 ? radius : 0))
    }

    private static func forEachSide(of rect: Rect, _ body: (Element) -> Void) {
        body(.move(rect.origin))
        body(.line(Point(x: rect.maxX, y: rect.minY)))
        body(.line(Point(x: rect.maxX, y: rect.maxY)))
        body(.line(Point(x: rect.minX, y: rect.maxY)))
        body(.close)
    }

    private static func forEachSide(
        of rect: Rect, cornerRadius radius: Double, _ body: (Element) -> Void
    ) {
        let inner = rect.insetBy(dx: radius, dy: radius)
        func addCorner(_ x: Double, _ y: Double, from: (Double, Double), to: (Double, Double)) {
            forEachCornerPiece(Point(x: x, y: y), from: from, to: to, body)
        }
        body(.move(Point(x: rect.minX, y: inner.minY)))
        addCorner(inner.minX, inner.minY, from: (-radius, 0), to: (0, -radius))
        body(.line(Point(x: inner.maxX, y: rect.minY)))
        addCorner(inner.maxX, inner.minY, from: (0, -radius), to: (radius, 0))
        body(.line(Point(x: rect.maxX, y: inner.maxY)))
        addCorner(inner.maxX, inner.maxY, from: (radius, 0), to: (0, radius))
        body(.line(Point(x: inner.minX, y: rect.maxY)))
        addCorner(inner.minX, inner.maxY, from: (0, radius), to: (-radius, 0))
        body(.close)
    }

    /// A quarter of a circle as two curves, with an error of less than 5 millionths of the
    /// radius. Rounded rectangles are drawn with each step of a fader, so it avoids computing
    /// sines.
    private static func forEachCornerPiece(
        _ center: Point, from start: (x: Double, y: Double), to end: (x: Double, y: Double),
        _ body: (Element) -> Void
    ) {
        /// The sine and cosine of 45°, and the length of an eighth's tangents as in `arcPiece`.
        let half = 0.5.squareRoot()
        let tangent = 0.265_216_489_839_543_98
        func point(_ along: Double, _ across: Double) -> Point {
            Point(
                x: center.x + along * start.x + across * end.x,
                y: center.y + along * start.y + across * end.y)
        }
        body(
            .curve(
                point(1, tangent), point(half * (1 + tangent), half * (1 - tangent)),
                point(half, half)))
        body(
            .curve(
                point(half * (1 - tangent), half * (1 + tangent)), point(tangent, 1), point(0, 1)))
    }

    /// Adds the ellipse that touches all sides of a rectangle; nothing for an empty one.
    public mutating func addEllipse(in rect: Rect) {
        if !rect.isEmpty { parts.append(.ellipse(rect)) }
    }

    private static let unitCircle: [Element] = {
        var circle = Path()
        circle.addArc(center: .zero, radius: 1, start: .zero, end: .degrees(360))
        circle.closeSubpath()
        // It stays, so it is no longer than its elements.
        return circle.elements.map(\.self)
    }()

    /// Adds a straight line back to the start of the subpath, and joins the ends.
    public mutating func closeSubpath() {
        if !isEmpty { parts.append(.element(.close)) }
    }

    /// Adds the parts of another path.
    public mutating func append(_ other: Path) {
        parts += other.parts
    }

    /// This path with every point transformed.
    public func applying(_ transform: AffineTransform) -> Path {
        guard transform != .identity else { return self }
        var path = Path()
        if transform.isTranslation {
            path.parts = parts.map { $0.offsetBy(dx: transform.tx, dy: transform.ty) }
        } else {
            path.parts = elements.map { .element($0.applying(transform)) }
        }
        return path
    }

    /// Calls `body` with each element, in order. Not inlined, as it is long.
    @inline(never)
    func forEachElement(_ body: (Element) -> Void) {
        for part in parts {
            switch part {
            case .element(let element): body(element)
            case .roundedRect(let rect, radius: 0): Self.forEachSide(of: rect, body)
            case .roundedRect(let rect, let radius):
                Self.forEachSide(of: rect, cornerRadius: radius, body)
            case .ellipse(let rect):
                let transform = AffineTransform.translation(x: rect.midX, y: rect.midY)
                    .scaledBy(x: rect.width / 2, y: rect.height / 2)
                for element in Self.unitCircle { body(element.applying(transform)) }
            case .arc(let center, let radius, let start, let sweep):
                Self.forEachArcPiece(
                    center: center, radius: radius, start: start, sweep: sweep, body)
            }
        }
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

extension Path.Part {
    fileprivate func offsetBy(dx: Double, dy: Double) -> Self {
        switch self {
        case .element(let element):
            .element(element.applying(.translation(x: dx, y: dy)))
        case .roundedRect(let rect, let radius):
            .roundedRect(rect.offsetBy(dx: dx, dy: dy), radius: radius)
        case .ellipse(let rect): .ellipse(rect.offsetBy(dx: dx, dy: dy))
        case .arc(let center, let radius, let start, let sweep):
            .arc(
                center: center.offsetBy(dx: dx, dy: dy), radius: radius, start: start,
                sweep: sweep)
        }
    }
}

extension Path.Element {
    fileprivate func applying(_ transform: AffineTransform) -> Self {
        switch self {
        case .move(let point): .move(transform.apply(to: point))
        case .line(let point): .line(transform.apply(to: point))
        case .curve(let control1, let control2, let end):
            .curve(
                transform.apply(to: control1), transform.apply(to: control2),
                transform.apply(to: end))
        case .close: .close
        }
    }
}
