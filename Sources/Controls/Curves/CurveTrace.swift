import Drawing
import Layers

/// A line in a plot, in narrow slices. A change redraws only the slices in which it is visible, and
/// there only the height of the line.
final class CurveTrace {
    /// How a trace is drawn.
    enum Style: Equatable {
        /// As a line of some width, with an area down or up to the base.
        case line(width: Double, Color, area: Color?)
        /// As a line through the highest points, with an area down to the base.
        case upperLine(width: Double, Color, area: Color)
        /// As columns from the highest point to the base.
        case bars(Color)
        /// As columns from the highest to the lowest point.
        case spans(Color)
    }

    private struct Slice {
        let layer: Layer
        let columns: Range<Int>
    }

    /// The number of columns of a slice.
    private static let width = 32

    private let parent: Layer
    private weak var delegate: (any LayerDelegate)?
    private var slices: [Slice] = []
    /// The visible part of the line in each column of pixels of the plot, and in one more.
    private var columns: [CurveColumn] = []
    private var plot = Rect.zero
    /// The height to which the area is filled; `nil` without an area.
    private var base: Double?

    /// A line in a layer that draws the slices.
    init(in parent: Layer, delegate: any LayerDelegate) {
        self.parent = parent
        self.delegate = delegate
    }

    /// Shows a line, with a column for each column of pixels of a plot and one more.
    func show(_ newColumns: [CurveColumn], in newPlot: Rect, base newBase: Double?) {
        // A change of less than an eighth of a pixel is invisible.
        let rounded = newColumns.map { column in
            column.mapped { ($0.clamped(from: -2, to: newPlot.height + 2) * 8).rounded() / 8 }
        }
        if newPlot != plot || newBase != base || rounded.count != columns.count {
            (plot, base) = (newPlot, newBase)
            columns = rounded
            makeSlices()
            for slice in slices { place(slice) }
            return
        }
        let old = columns
        columns = rounded
        for slice in slices {
            let reach = reach(of: slice)
            if old[reach] != rounded[reach] { place(slice) }
        }
    }

    /// Redraws everything, in other colours.
    func redraw() {
        for slice in slices { slice.layer.setNeedsDisplay() }
    }

    private func makeSlices() {
        for slice in slices { slice.layer.removeFromSuperlayer() }
        let count = max(columns.count - 1, 0)
        slices = stride(from: 0, to: count, by: Self.width).map { first in
            let layer = Layer()
            layer.delegate = delegate
            parent.addSublayer(layer)
            return Slice(layer: layer, columns: first..<min(first + Self.width, count))
        }
    }

    /// The columns whose heights are visible in a slice, because the line is wider than a column.
    private func reach(of slice: Slice) -> ClosedRange<Int> {
        max(slice.columns.lowerBound - 2, 0)...min(slice.columns.upperBound + 2, columns.count - 1)
    }

    private func place(_ slice: Slice) {
        let seen = columns[reach(of: slice)].compactMap(\.reach)
        slice.layer.isHidden = seen.isEmpty
        let heights = seen.flatMap { [$0.lowerBound, $0.upperBound] } + [base].compactMap(\.self)
        let top = ((heights.min() ?? 0) - 3).rounded(.down).clamped(from: 0, to: plot.height)
        let bottom = ((heights.max() ?? 0) + 3).rounded(.up).clamped(from: 0, to: plot.height)
        slice.layer.frame = Rect(
            x: plot.minX + Double(slice.columns.lowerBound), y: plot.minY + top,
            width: Double(slice.columns.count), height: max(bottom - top, 0))
        slice.layer.setNeedsDisplay()
    }

    // MARK: Drawing

    /// Draws a layer, if it is one of the slices. Returns whether it is.
    func draw(_ layer: Layer, _ style: Style, in context: Context) -> Bool {
        guard let slice = slices.first(where: { $0.layer === layer }) else { return false }
        let top = layer.frame.minY - plot.minY
        context.clip(to: Rect(origin: .zero, size: layer.bounds.size))
        switch style {
        case .line(let width, let color, let area):
            draw(slice, top, width, color, area, hasLowest: true, in: context)
        case .upperLine(let width, let color, let area):
            draw(slice, top, width, color, area, hasLowest: false, in: context)
        case .bars(let color):
            let base = base ?? plot.height
            fill(slice, color, in: context) { ($0.lowerBound - top, base - top) }
        case .spans(let color):
            // Silence is a line as well.
            fill(slice, color, in: context) { reach in
                let missing = max(1 - (reach.upperBound - reach.lowerBound), 0)
                return (
                    reach.lowerBound - missing / 2 - top, reach.upperBound + missing / 2 - top
                )
            }
        }
        return true
    }

    private func draw(
        _ slice: Slice, _ top: Double, _ width: Double, _ color: Color, _ area: Color?,
        hasLowest: Bool, in context: Context
    ) {
        let points = points(of: slice, hasLowest: hasLowest)
        guard let first = points.first, let last = points.last else { return }
        var path = Path()
        path.move(to: first.offsetBy(dx: 0, dy: -top))
        for point in points.dropFirst() { path.addLine(to: point.offsetBy(dx: 0, dy: -top)) }
        if let area, let base {
            var below = path
            below.addLine(to: Point(x: last.x, y: base - top))
            below.addLine(to: Point(x: first.x, y: base - top))
            below.closeSubpath()
            context.fill(below, area)
        }
        context.stroke(path, color, width: width, join: .bevel)
    }

    /// The points of the line in a slice, from the left edge of the slice and the top of the plot.
    private func points(of slice: Slice, hasLowest: Bool) -> [Point] {
        let reach = reach(of: slice)
        var points: [Point] = []
        for index in reach {
            let column = columns[index]
            let x = Double(index - slice.columns.lowerBound)
            if let edge = column.edge { points.append(Point(x: x, y: edge)) }
            guard index < reach.upperBound, let range = column.reach else { continue }
            // The extremes of the line between the edges of the column.
            let edges = [column.edge, columns[index + 1].edge].compactMap(\.self)
            let isAbove = range.lowerBound < edges.min() ?? .infinity
            let isBelow = hasLowest && range.upperBound > edges.max() ?? -.infinity
            var extremes = isAbove ? [range.lowerBound] : []
            if isBelow { extremes.append(range.upperBound) }
            let start = column.edge ?? range.lowerBound
            extremes.sort { abs($0 - start) < abs($1 - start) }
            points += extremes.map { Point(x: x + 0.5, y: $0) }
        }
        return points
    }

    /// Fills the columns of a slice. Neighbours with the same heights are one rectangle.
    private func fill(
        _ slice: Slice, _ color: Color, in context: Context,
        _ heights: (ClosedRange<Double>) -> (top: Double, bottom: Double)
    ) {
        var start = slice.columns.lowerBound
        while start < slice.columns.upperBound {
            var end = start + 1
            while end < slice.columns.upperBound, columns[end].reach == columns[start].reach {
                end += 1
            }
            if let (top, bottom) = columns[start].reach.map(heights) {
                context.fill(
                    Rect(
                        x: Double(start - slice.columns.lowerBound), y: min(top, bottom),
                        width: Double(end - start), height: abs(bottom - top)), color)
            }
            start = end
        }
    }
}
