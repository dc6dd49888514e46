import CCairo
import Glibc

/// A rectangle of coverages, one byte for each pixel, from which shadows are made.
final class AlphaMask {
    /// The rectangle of the mask, in the target's pixels.
    let frame: PixelRect

    let surface: OpaquePointer
    private let coverages: UnsafeMutablePointer<UInt8>
    private let stride: Int

    /// A mask without coverage for a part of a target.
    ///
    /// - Parameter frame: At most `Bitmap.maximumSide` in each direction, and not empty.
    init(frame: PixelRect) {
        self.frame = frame
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_A8, Int32(frame.width), Int32(frame.height)),
            let coverages = cairo_image_surface_get_data(surface)
        else { preconditionFailure("cannot create a mask: no memory, or an invalid size") }
        self.surface = surface
        self.coverages = coverages
        stride = Int(cairo_image_surface_get_stride(surface))
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// Covers the inside of a path, which is in the target's pixels.
    func fill(_ path: Path) {
        guard let cairo = cairo_create(surface) else { preconditionFailure("out of memory") }
        cairo_translate(cairo, -Double(frame.x), -Double(frame.y))
        path.trace(in: cairo)
        cairo_fill(cairo)
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
    }

    /// Adds the coverage of a glyph.
    ///
    /// - Parameter rect: The rectangle of the glyph, in the target's pixels.
    func add(_ glyph: AtlasGlyph, in rect: PixelRect) {
        let visible = rect.intersection(frame)
        for y in visible.minY..<visible.maxY {
            let row = coverages + (y - frame.y) * stride - frame.x
            let glyphRow =
                glyph.page.coverages + (glyph.y + y - rect.y) * glyph.page.width + glyph.x - rect.x
            for x in visible.minX..<visible.maxX {
                let (sum, overflow) = row[x].addingReportingOverflow(glyphRow[x])
                row[x] = overflow ? 255 : sum
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Inverts the coverage.
    func invert() {
        for index in 0..<stride * frame.height {
            coverages[index] = 255 - coverages[index]
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Blurs by three box averages, which approximate a Gaussian of this standard deviation.
    ///
    /// A deviation above 135 blurs like 135. The box sizes are those of the SVG 1.1 specification,
    /// 15.17 (feGaussianBlur).
    func blur(standardDeviation: Double) {
        let ideal = standardDeviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5
        let size = Int(min(ideal, Double(Mean.longestCount)))
        guard size > 1 else { return }
        let half = size / 2
        let boxes: [(before: Int, after: Int)] =
            size % 2 == 1
            ? [(half, half), (half, half), (half, half)]
            : [(half, half - 1), (half - 1, half), (half, half)]
        for box in boxes {
            averageRows(box)
            averageColumns(box)
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Replaces each coverage with the average in its row. The outermost coverages extend beyond
    /// the ends.
    private func averageRows(_ box: (before: Int, after: Int)) {
        let width = frame.width
        let mean = Mean(of: box.before + box.after + 1)
        withUnsafeTemporaryAllocation(
            of: UInt8.self, capacity: box.before + width + box.after + 1
        ) { line in
            guard let line = line.baseAddress else { return }
            for y in 0..<frame.height {
                let row = coverages + y * stride
                // The line still has the row above as it was, which in a long shape is the same.
                if y > 0, memcmp(row, line + box.before, width) == 0 {
                    row.update(from: row - stride, count: width)
                    continue
                }
                line.update(repeating: row[0], count: box.before)
                (line + box.before).update(from: row, count: width)
                (line + box.before + width).update(
                    repeating: row[width - 1], count: box.after + 1)
                var sum = mean.start
                for index in 0..<box.before + box.after { sum &+= UInt32(line[index]) }
                for x in 0..<width {
                    sum &+= UInt32(line[x &+ box.before &+ box.after])
                    row[x] = mean.rounded(sum)
                    sum &-= UInt32(line[x])
                }
            }
        }
    }

    /// Replaces each coverage with the average in its column. The outermost coverages extend beyond
    /// the ends.
    private func averageColumns(_ box: (before: Int, after: Int)) {
        let width = frame.width
        let last = frame.height - 1
        let mean = Mean(of: box.before + box.after + 1)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride * frame.height) { copy in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { sums in
                guard let copy = copy.baseAddress, let sums = sums.baseAddress else { return }
                copy.update(from: coverages, count: stride * frame.height)
                let row = { (row: Int) in copy + row.clamped(from: 0, to: last) * self.stride }
                sums.update(repeating: mean.start, count: width)
                for y in -box.before...box.after {
                    let entering = row(y)
                    for x in 0..<width { sums[x] &+= UInt32(entering[x]) }
                }
                for x in 0..<width { coverages[x] = mean.rounded(sums[x]) }
                for y in 0..<last {
                    let (leaving, entering) = (row(y - box.before), row(y + box.after + 1))
                    let result = coverages + (y + 1) * stride
                    // In the middle of a long shape, all rows are the same.
                    if memcmp(leaving, entering, width) == 0 {
                        result.update(from: result - stride, count: width)
                        continue
                    }
                    for x in 0..<width {
                        sums[x] = sums[x] &+ UInt32(entering[x]) &- UInt32(leaving[x])
                        result[x] = mean.rounded(sums[x])
                    }
                }
            }
        }
    }

    /// Divides sums by a fixed count, by multiplication.
    private struct Mean {
        /// The start value of a sum, which makes the division round.
        let start: UInt32
        private let reciprocal: UInt32

        /// The largest count for which the quotient is exact and nothing overflows.
        static let longestCount = 255

        /// - Parameter count: 1 to `longestCount`.
        init(of count: Int) {
            start = UInt32(count / 2)
            reciprocal = UInt32((1 << 24 + count - 1) / count)
        }

        @inline(__always) func rounded(_ sum: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: (sum &* reciprocal) >> 24)
        }
    }
}
