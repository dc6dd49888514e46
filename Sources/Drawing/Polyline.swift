/// A subpath as straight lines.
struct Polyline {
    /// The corners, at least two.
    private(set) var points: [Point]
    /// Whether a line goes from the last corner to the first one, and the two are joined.
    private(set) var isClosed = false

    /// The farthest that a curve may be from the lines that stand for it, in pixels: 0.1 shows as
    /// corners on the arc of a large knob.
    private static let tolerance = 0.02

    /// The subpaths of a path that have a line.
    static func all(of path: Path) -> [Polyline] {
        var lines: [Polyline] = []
        var current = Polyline(points: [])
        func end(isClosed: Bool = false) {
            current.isClosed = isClosed
            if current.points.count > 1 { lines.append(current) }
        }
        path.forEachElement { element in
            switch element {
            case .move(let point):
                end()
                current = Polyline(points: [point])
            case .line(let point): current.points.append(point)
            case .curve(let control1, let control2, let point):
                current.addCurve(control1, control2, point)
            case .close:
                guard let start = current.points.first else { return }
                // A point that is closed is a dot.
                if current.points.count == 1 { current.points.append(start) }
                end(isClosed: true)
                current = Polyline(points: [start])
            }
        }
        end()
        return lines
    }

    /// Adds a cubic Bézier curve as lines of equal parts of it. Their error is at most an eighth of
    /// the second derivative, which is greatest at an end.
    private mutating func addCurve(_ control1: Point, _ control2: Point, _ end: Point) {
        guard let start = points.last else { return }
        func bend(_ one: Point, _ middle: Point, _ other: Point) -> Double {
            Point(x: one.x - 2 * middle.x + other.x, y: one.y - 2 * middle.y + other.y)
                .distance(to: .zero)
        }
        let most = max(bend(start, control1, control2), bend(control1, control2, end))
        let count = (most * 0.75 / Self.tolerance).squareRoot().rounded(.up)
        let steps = Int(count.clamped(from: 1, to: 100))
        for step in 1..<steps {
            let (after, before) = (
                Double(step) / Double(steps), Double(steps - step) / Double(steps)
            )
            func mix(_ one: Double, _ two: Double, _ three: Double, _ four: Double) -> Double {
                before * before * (before * one + 3 * after * two)
                    + after * after * (3 * before * three + after * four)
            }
            points.append(
                Point(
                    x: mix(start.x, control1.x, control2.x, end.x),
                    y: mix(start.y, control1.y, control2.y, end.y)))
        }
        points.append(end)
    }
}
