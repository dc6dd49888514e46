/// The visible part of a line in one column of pixels. Heights are in pixels, from the top of the
/// plot.
struct CurveColumn: Equatable {
    /// The height of the line at the left edge of the column; `nil` where there is no line.
    var edge: Double?
    /// The highest and the lowest height within the column; `nil` without a line or bar.
    private(set) var reach: ClosedRange<Double>?

    /// An empty column, or one where a line passes its left edge.
    init(edge: Double? = nil) {
        self.edge = edge
        reach = edge.map { $0...$0 }
    }

    /// Adds a visible pixel at a height.
    mutating func include(_ height: Double) {
        reach =
            reach.map { min($0.lowerBound, height)...max($0.upperBound, height) }
            ?? height...height
    }

    /// The column with other heights.
    func mapped(_ height: (Double) -> Double) -> CurveColumn {
        var column = CurveColumn(edge: edge.map(height))
        if let reach {
            column.include(height(reach.lowerBound))
            column.include(height(reach.upperBound))
        }
        return column
    }

    /// The columns of a line through points, and one more for its right edge. However many points
    /// there are in a column, the highest and the lowest are kept.
    ///
    /// - Parameters:
    ///   - points: In the order of their `x`, in pixels from the left; `y` from the top.
    ///   - width: The number of columns.
    static func line(_ points: [(x: Double, y: Double)], width: Int) -> [CurveColumn] {
        var columns = [CurveColumn](repeating: CurveColumn(), count: width + 1)
        var next = 0
        for column in 0...width {
            let x = Double(column)
            while next < points.count, points[next].x < x {
                if column > 0, points[next].x >= x - 1 {
                    columns[column - 1].include(points[next].y)
                }
                next += 1
            }
            guard next < points.count, next > 0 || points[next].x == x else { continue }
            let right = points[next]
            let left = points[max(next - 1, 0)]
            let share = right.x > left.x ? (x - left.x) / (right.x - left.x) : 1
            let y = left.y + (right.y - left.y) * share
            columns[column].edge = y
            columns[column].include(y)
            if column > 0 { columns[column - 1].include(y) }
        }
        return columns
    }

    /// The columns of bars, and an empty column after them. Each bar is in at least one column,
    /// which shows the highest of its bars.
    ///
    /// - Parameters:
    ///   - bars: Their left and right ends in pixels, and their heights.
    ///   - width: The number of columns.
    static func bars(
        _ bars: [(left: Double, right: Double, y: Double)], width: Int
    ) -> [CurveColumn] {
        var columns = [CurveColumn](repeating: CurveColumn(), count: width + 1)
        for bar in bars where bar.right > 0 && bar.left < Double(width) {
            let left = Int(max(bar.left, 0).rounded())
            let right = Int(min(bar.right, Double(width)).rounded())
            // Wide bars have a line between them.
            let gap = bar.right - bar.left >= 4 && right < width ? 1 : 0
            let first = min(left, width - 1)
            for column in first..<max(right - gap, first + 1) { columns[column].include(bar.y) }
        }
        return columns
    }
}
