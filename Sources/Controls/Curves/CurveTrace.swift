import Drawing
import Layers

/// The line of a curve, in narrow slices: a change redraws only the slices in which it is seen, and
/// of these only the height of the line.
final class CurveTrace {
    private struct Slice {
        let layer: Layer
        let columns: Range<Int>
    }

    /// The number of columns of a slice.
    private static let width = 32

    private let parent: Layer
    private weak var delegate: (any LayerDelegate)?
    private var slices: [Slice] = []
    /// The height of the line in each column of pixels, from the top of the plot.
    private var heights: [Double] = []
    private var plot = Rect.zero
    /// The height to which the area is filled.
    private var base = 0.0

    /// A line in a layer that draws the slices.
    init(in parent: Layer, delegate: any LayerDelegate) {
        self.parent = parent
        self.delegate = delegate
    }

    /// Shows a line, with a height for each column of pixels of a plot and one more.
    func show(_ newHeights: [Double], in newPlot: Rect, base newBase: Double) {
        // A change of less than an eighth of a pixel is not seen.
        let rounded = newHeights.map {
            ($0.clamped(from: -2, to: newPlot.height + 2) * 8).rounded() / 8
        }
        if newPlot != plot || newBase != base || rounded.count != heights.count {
            (plot, base) = (newPlot, newBase)
            heights = rounded
            makeSlices()
            for slice in slices { place(slice) }
            return
        }
        let old = heights
        heights = rounded
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
        let count = max(heights.count - 1, 0)
        slices = stride(from: 0, to: count, by: Self.width).map { first in
            let layer = Layer()
            layer.delegate = delegate
            parent.addSublayer(layer)
            return Slice(layer: layer, columns: first..<min(first + Self.width, count))
        }
    }

    /// The columns whose heights are seen in a slice: the line is wider than a column.
    private func reach(of slice: Slice) -> ClosedRange<Int> {
        max(slice.columns.lowerBound - 2, 0)...min(slice.columns.upperBound + 2, heights.count - 1)
    }

    private func place(_ slice: Slice) {
        let seen = heights[reach(of: slice)]
        let top = (min(seen.min() ?? 0, base) - 3).rounded(.down).clamped(from: 0, to: plot.height)
        let bottom = (max(seen.max() ?? 0, base) + 3).rounded(.up)
            .clamped(from: 0, to: plot.height)
        slice.layer.frame = Rect(
            x: plot.minX + Double(slice.columns.lowerBound), y: plot.minY + top,
            width: Double(slice.columns.count), height: max(bottom - top, 0))
        slice.layer.setNeedsDisplay()
    }

    /// Draws a layer, if it is one of the slices. The result is whether it is.
    func draw(_ layer: Layer, line: Color, area: Color, width: Double, in context: Context) -> Bool
    {
        guard let slice = slices.first(where: { $0.layer === layer }) else { return false }
        let top = layer.frame.minY - plot.minY
        let first = slice.columns.lowerBound
        var path = Path()
        for (index, column) in reach(of: slice).enumerated() {
            let point = Point(x: Double(column - first), y: heights[column] - top)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        let reach = reach(of: slice)
        var below = path
        below.addLine(to: Point(x: Double(reach.upperBound - first), y: base - top))
        below.addLine(to: Point(x: Double(reach.lowerBound - first), y: base - top))
        below.closeSubpath()
        context.clip(to: Rect(origin: .zero, size: layer.bounds.size))
        context.fill(below, area)
        context.stroke(path, line, width: width)
        return true
    }
}
