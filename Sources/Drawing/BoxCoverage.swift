/// An axis-aligned rectangle, whose corners may be round: its inside, or the line around it.
struct BoxCoverage: Coverage {
    private let left, top, right, bottom: Float
    private let radius: Float
    /// Half the line's width; `nil` for the inside.
    private let half: Float?
    /// The columns and rows that may be touched.
    private let columns, rows: Range<Int>
    /// The columns and rows that are covered completely: between the corners, and from corner to
    /// corner.
    private let wideColumns, narrowColumns, wideRows, narrowRows: Range<Int>
    /// The columns and rows of a line's hole.
    private let holeColumns, holeRows: Range<Int>

    /// The inside of a rectangle, or a line that is centred on its edge.
    ///
    /// - Parameter width: The line's width; `nil` for the inside.
    init(_ rect: Rect, cornerRadius: Double, lineWidth width: Double? = nil) {
        let round = max(min(cornerRadius, rect.width / 2, rect.height / 2), 0)
        left = Float(rect.minX)
        top = Float(rect.minY)
        right = Float(rect.maxX)
        bottom = Float(rect.maxY)
        radius = Float(round)
        half = width.map { Float($0 / 2) }
        let reach = (width ?? 0) / 2
        columns = Self.around(rect.minX - reach, rect.maxX + reach)
        rows = Self.around(rect.minY - reach, rect.maxY + reach)
        guard let width else {
            wideColumns = Self.inside(rect.minX, rect.maxX)
            wideRows = Self.inside(rect.minY + round, rect.maxY - round)
            narrowColumns = Self.inside(rect.minX + round, rect.maxX - round)
            narrowRows = Self.inside(rect.minY, rect.maxY)
            (holeColumns, holeRows) = (0..<0, 0..<0)
            return
        }
        let inset = width / 2 + 1
        let (across, down) = (inset, max(inset, round))
        holeColumns = Self.inside(rect.minX + across, rect.maxX - across)
        holeRows = Self.inside(rect.minY + down, rect.maxY - down)
        (wideColumns, wideRows, narrowColumns, narrowRows) = (0..<0, 0..<0, 0..<0, 0..<0)
    }

    private static func around(_ start: Double, _ end: Double) -> Range<Int> {
        range(start.rounded(.down), end.rounded(.up))
    }

    private static func inside(_ start: Double, _ end: Double) -> Range<Int> {
        range(start.rounded(.up), end.rounded(.down))
    }

    private static func range(_ start: Double, _ end: Double) -> Range<Int> {
        let limit = Double(PixelRect.coordinateLimit)
        // With the arguments in this order, NaN becomes limit.
        let first = Int(max(-limit, min(limit, start)))
        return first..<max(Int(max(-limit, min(limit, end))), first)
    }

    /// The pixels that may be touched.
    var reach: PixelRect {
        PixelRect(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The pixels that are covered completely between the upper corners and the lower ones.
    var core: PixelRect {
        PixelRect(
            x: wideColumns.lowerBound, y: wideRows.lowerBound, width: wideColumns.count,
            height: wideRows.count)
    }

    /// The columns of the inside that are the same: those between the corners.
    var columnsBetweenCorners: Range<Int> { narrowColumns }

    /// The pixels of a line's hole between the upper corners and the lower ones.
    var hole: PixelRect {
        PixelRect(
            x: holeColumns.lowerBound, y: holeRows.lowerBound, width: holeColumns.count,
            height: holeRows.count)
    }

    /// Whether the rows of the core or of the hole are covered alike: the nearest edge of a pixel
    /// beside it is then a side.
    var isEvenBetweenCorners: Bool {
        guard let half else { return radius == 0 || radius >= 1 }
        return radius >= half + 1
    }

    @inline(__always)
    func columns(ofRow y: Int) -> Range<Int> { rows.contains(y) ? columns : 0..<0 }

    @inline(__always)
    func hole(ofRow y: Int) -> Range<Int> { holeRows.contains(y) ? holeColumns : 0..<0 }

    @inline(__always)
    func solidColumns(ofRow y: Int) -> Range<Int> {
        wideRows.contains(y) ? wideColumns : narrowRows.contains(y) ? narrowColumns : 0..<0
    }

    @inline(__always)
    func coverage(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float> {
        if let half {
            let most = min(1, 2 * half)
            return (half + 0.5 - distance(x, y).magnitudes).clamped(to: most)
        }
        if radius == 0 {
            let across = (x + 0.5).lesser(right) - (x - 0.5).greater(left)
            let down = min(y + 0.5, bottom) - max(y - 0.5, top)
            return across.clamped(to: 1) * max(down, 0)
        }
        return (0.5 - distance(x, y)).clamped(to: 1)
    }

    /// The distance of a point from the edge, outwards; negative inside.
    @inline(__always)
    private func distance(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float> {
        // Measured from each edge, not from the centre, so that a moving edge does not change the
        // others.
        let fromLeft = left - x
        let fromRight = x - right
        let dx = fromLeft.replacing(with: fromRight, where: fromRight .> fromLeft) + radius
        let dy = SIMD8<Float>(repeating: max(top - y, y - bottom) + radius)
        let outsideX = dx.greater(0)
        let outsideY = dy.greater(0)
        let inside = dx.replacing(with: dy, where: dy .> dx).lesser(0)
        return (outsideX * outsideX + outsideY * outsideY).squareRoot() + inside - radius
    }
}

extension SIMD8<Float> {
    @inline(__always)
    fileprivate func lesser(_ limit: Float) -> Self { replacing(with: limit, where: self .> limit) }

    @inline(__always)
    fileprivate func greater(_ limit: Float) -> Self {
        replacing(with: limit, where: self .< limit)
    }
}
