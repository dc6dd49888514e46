/// The points of a plot on its axes.
struct PlotShape {
    let points: [Double]
    let style: Plot.Style
    let xAxis: CurveAxis
    let yAxis: CurveAxis
    /// Whether the points are levels; otherwise a waveform shows their magnitudes.
    let areLevels: Bool
    /// The values of the first and the last point; `nil` for the ends of the axis.
    let extent: ClosedRange<Double>?
    /// Whether the points have equal differences in value; otherwise they have equal distances in
    /// pixels.
    let hasEqualSteps: Bool

    /// The visible part of the line in each column of pixels, and in one more.
    func columns(width: Int, height: Double) -> [CurveColumn] {
        guard width > 0, let first = points.first else {
            return [CurveColumn](repeating: CurveColumn(), count: max(width, 0) + 1)
        }
        let heights = points.map { self.height(of: $0, in: height) }
        if style == .bars { return CurveColumn.bars(bars(heights, width), width: width) }
        var places = heights.indices.map { (x: x(of: Double($0), width), y: heights[$0]) }
        if places.count == 1 {
            let level = self.height(of: first, in: height)
            places = [(0, level), (Double(width), level)]
        }
        var columns = CurveColumn.line(places, width: width)
        if style == .waveform {
            for index in columns.indices {
                if let reach = columns[index].reach {
                    columns[index].include(height - reach.lowerBound)
                }
            }
        }
        return columns
    }

    /// The height of zero or silence, where areas end, in pixels from the top; `nil` without areas.
    func base(height: Double) -> Double? {
        guard style == .filled || style == .bars else { return nil }
        let zero = areLevels ? yAxis.minimum : min(max(yAxis.minimum, 0), yAxis.maximum)
        return self.height(of: zero, in: height)
    }

    /// Pixels from the top. Values far beyond the ends of the axis are clamped to a few axis
    /// lengths.
    private func height(of value: Double, in height: Double) -> Double {
        let isMirrored = style == .waveform
        let magnitude = isMirrored && !areLevels ? abs(value) : value
        let share = yAxis.share(of: magnitude).clamped(from: isMirrored ? 0 : -8, to: 8)
        return isMirrored ? height / 2 * (1 - min(share, 1)) : height * (1 - share)
    }

    /// Pixels from the left, of a point or of a place between two points.
    private func x(of index: Double, _ width: Int) -> Double {
        let share = index / Double(max(points.count - 1, 1))
        let (first, last) = (
            extent?.lowerBound ?? xAxis.minimum, extent?.upperBound ?? xAxis.maximum
        )
        let place: Double
        if xAxis.isLogarithmic, hasEqualSteps {
            // A value that a logarithmic axis cannot show, such as 0 Hz, is far to the left.
            let value = max(first + (last - first) * share, xAxis.minimum / 1000)
            place = xAxis.share(of: value)
        } else {
            let ends = [first, last].map { xAxis.share(of: $0).clamped(from: -1000, to: 1000) }
            place = ends[0] + (ends[1] - ends[0]) * share
        }
        // A rounding error of the axis must leave no gap at its ends.
        let x = (place * Double(width)).clamped(from: -1e6, to: 1e6)
        return abs(x - x.rounded()) < 1e-6 ? x.rounded() : x
    }

    private func bars(_ heights: [Double], _ width: Int) -> [(
        left: Double, right: Double, y: Double
    )] {
        let count = Double(heights.count)
        return heights.indices.map { index in
            guard extent != nil, heights.count > 1 else {
                let cell = Double(width) / count
                return (Double(index) * cell, Double(index + 1) * cell, heights[index])
            }
            let center = Double(index)
            return (x(of: center - 0.5, width), x(of: center + 0.5, width), heights[index])
        }
    }
}
