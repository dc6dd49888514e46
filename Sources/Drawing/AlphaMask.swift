import CPixman
import Glibc

/// A rectangle of coverages, one byte for each pixel, through which something is drawn.
final class AlphaMask {
    /// The rectangle of the mask, in the target's pixels.
    let frame: PixelRect

    private let coverages: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private let memory: PixelMemory
    /// Neighbouring columns that are the same, and neighbouring rows.
    private var (evenColumns, evenRows) = (0..<0, 0..<0)

    /// A mask without coverage for a part of a target.
    ///
    /// - Parameter frame: At most `Bitmap.maximumSide` in each direction, and not empty.
    init(frame: PixelRect) {
        self.frame = frame
        // A multiple of 4, as pixman needs it.
        stride = (frame.width + 3) & ~3
        memory = PixelMemory(byteCount: stride * frame.height)
        coverages = memory.start.assumingMemoryBound(to: UInt8.self)
    }

    /// Calls `body` with the mask for pixman.
    func withImage(_ body: (OpaquePointer) -> Void) {
        let words = UnsafeMutableRawPointer(coverages).assumingMemoryBound(to: UInt32.self)
        guard
            let image = pixman_image_create_bits(
                PIXMAN_a8, Int32(frame.width), Int32(frame.height), words, Int32(stride))
        else { preconditionFailure("out of memory") }
        body(image)
        pixman_image_unref(image)
    }

    /// The coverages of a row, by the columns of the target.
    private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        coverages + ((y - frame.y) * stride - frame.x)
    }

    /// Covers the inside of a path, which is in the target's pixels. Nothing is covered yet.
    func fill(_ path: Path, _ rasterizer: Rasterizer) {
        if case .box(let rect, let radius) = path.figure {
            return fill(BoxCoverage(rect, cornerRadius: radius))
        }
        fill(Outline(filling: path, rasterizer))
    }

    /// Covers the inside of an outline. Nothing is covered yet.
    private func fill(_ outline: Outline) {
        outline.cover(coverages, stride: stride, frame)
    }

    /// Covers the insides of some outlines, which may overlap. Nothing is covered yet.
    func fill(_ outlines: [Outline]) {
        guard outlines.count > 1 else { return outlines.forEach(fill) }
        for outline in outlines {
            let frame = outline.pixelBounds.intersection(frame)
            guard !frame.isEmpty else { continue }
            let part = AlphaMask(frame: frame)
            part.fill(outline)
            for y in frame.minY..<frame.maxY {
                let (row, more) = (row(y), part.row(y))
                for x in frame.minX..<frame.maxX { row[x] = max(row[x], more[x]) }
            }
        }
    }

    private func fill(_ box: BoxCoverage) {
        evenColumns = box.columnsBetweenCorners.clamped(to: frame.minX..<frame.maxX)
        if box.isEvenBetweenCorners {
            evenRows = (box.core.minY..<box.core.maxY).clamped(to: frame.minY..<frame.maxY)
        }
        for y in frame.minY..<frame.maxY {
            if evenRows.dropFirst().contains(y) {
                (row(y) + frame.minX).update(from: row(y - 1) + frame.minX, count: frame.width)
                continue
            }
            let (left, solid, right) = columns(of: box, y)
            cover(left, y, of: box)
            (row(y) + solid.lowerBound).update(repeating: 255, count: solid.count)
            cover(right, y, of: box)
        }
    }

    /// The columns of a row in which a box's edges are, and those between them, which it covers.
    private func columns(
        of box: BoxCoverage, _ y: Int
    ) -> (left: Range<Int>, solid: Range<Int>, right: Range<Int>) {
        let covered = box.columns(ofRow: y).clamped(to: frame.minX..<frame.maxX)
        let solid = box.solidColumns(ofRow: y).clamped(to: covered)
        guard !solid.isEmpty else {
            let end = covered.upperBound..<covered.upperBound
            return (covered, end, end)
        }
        return (
            covered.lowerBound..<solid.lowerBound, solid, solid.upperBound..<covered.upperBound
        )
    }

    private func cover(_ columns: Range<Int>, _ y: Int, of box: BoxCoverage) {
        let row = row(y)
        for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: 8) {
            let centers = SIMD8<Float>(centersFrom: x)
            let covered = (box.coverage(centers, Float(y) + 0.5) * 255).rounded
            for lane in 0..<min(8, columns.upperBound - x) {
                row[x + lane] = UInt8(truncatingIfNeeded: covered[lane])
            }
        }
    }

    /// Limits the coverage to the inside of a path, which is in the target's pixels.
    func limit(to path: Path, _ rasterizer: Rasterizer) {
        let inside = AlphaMask(frame: frame)
        inside.fill(path, rasterizer)
        limit(to: inside)
    }

    /// Limits the coverage to that of a mask with at least these pixels.
    func limit(to other: AlphaMask) {
        for y in frame.minY..<frame.maxY {
            let (row, limits) = (row(y), other.row(y))
            for x in frame.minX..<frame.maxX { row[x] = Self.product(row[x], limits[x]) }
        }
    }

    /// Reduces the coverage to a part of it.
    ///
    /// - Parameter opacity: 0 to 1.
    func reduce(to opacity: Double) {
        // NaN hides everything: it is not above 0.
        let part = opacity > 0 ? UInt8((min(opacity, 1) * 255).rounded()) : 0
        for index in 0..<stride * frame.height {
            coverages[index] = Self.product(coverages[index], part)
        }
    }

    /// This mask without the pixels outside a rectangle; `nil` if none is left.
    func cropped(to rect: PixelRect) -> AlphaMask? {
        let frame = frame.intersection(rect)
        guard frame != self.frame else { return self }
        guard !frame.isEmpty else { return nil }
        let mask = AlphaMask(frame: frame)
        for y in frame.minY..<frame.maxY {
            (mask.row(y) + frame.minX).update(from: row(y) + frame.minX, count: frame.width)
        }
        return mask
    }

    /// Covers pixels completely.
    func fill(_ rect: PixelRect) {
        let rect = rect.intersection(frame)
        for y in rect.minY..<rect.maxY {
            (row(y) + rect.minX).update(repeating: 255, count: rect.width)
        }
    }

    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        let product = UInt16(one) &* UInt16(other) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
    }

    /// Draws the mask, which is inside a bitmap, over its pixels.
    func draw(_ pen: MaskPen, in bitmap: Bitmap) {
        pen.draw(coverages, bytesPerRow: stride, frame, in: bitmap)
    }

    /// Adds the coverage of a glyph.
    ///
    /// - Parameter rect: The rectangle of the glyph, in the target's pixels.
    func add(_ glyph: AtlasGlyph, in rect: PixelRect) {
        let visible = rect.intersection(frame)
        for y in visible.minY..<visible.maxY {
            let row = row(y)
            let glyphRow =
                glyph.page.coverages + (glyph.y + y - rect.y) * glyph.page.width + glyph.x - rect.x
            for x in visible.minX..<visible.maxX {
                let (sum, overflow) = row[x].addingReportingOverflow(glyphRow[x])
                row[x] = overflow ? 255 : sum
            }
        }
    }

    /// Inverts the coverage.
    func invert() {
        for index in 0..<stride * frame.height {
            coverages[index] = 255 - coverages[index]
        }
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
        // In the middle of a large shape, all columns are the same, before and after, and all rows:
        // one is enough.
        let columns = evenColumns.dropFirst(3 * half).dropLast(3 * half).dropFirst()
        let rows = evenRows.dropFirst(3 * half).dropLast(3 * half).dropFirst()
        let (width, height) = (frame.width - columns.count, frame.height - rows.count)
        let (right, below) = (frame.maxX - columns.endIndex, frame.maxY - rows.endIndex)
        if !rows.isEmpty {
            (row(rows.startIndex) + frame.minX).update(
                from: row(rows.endIndex) + frame.minX, count: below * stride)
        }
        if !columns.isEmpty {
            for y in frame.minY..<frame.minY + height {
                let row = row(y)
                (row + columns.startIndex).update(from: row + columns.endIndex, count: right)
            }
        }
        for box in boxes {
            averageRows(box, width: width, height: height)
            averageColumns(box, width: width, height: height)
        }
        if !columns.isEmpty {
            for y in frame.minY..<frame.minY + height {
                let place = row(y) + columns.startIndex
                (place + columns.count).update(from: place, count: right)
                place.update(repeating: place[-1], count: columns.count)
            }
        }
        if !rows.isEmpty {
            let (first, last) = (row(rows.startIndex) + frame.minX, row(rows.endIndex) + frame.minX)
            last.update(from: first, count: below * stride)
            for y in rows { (row(y) + frame.minX).update(from: first - stride, count: frame.width) }
        }
    }

    /// Replaces each coverage with the average in its row. The outermost coverages extend beyond
    /// the ends.
    private func averageRows(_ box: (before: Int, after: Int), width: Int, height: Int) {
        let mean = Mean(of: box.before + box.after + 1)
        withUnsafeTemporaryAllocation(
            of: UInt8.self, capacity: box.before + width + box.after + 1
        ) { line in
            guard let line = line.baseAddress else { return }
            for y in 0..<height {
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
    private func averageColumns(_ box: (before: Int, after: Int), width: Int, height: Int) {
        let last = height - 1
        let mean = Mean(of: box.before + box.after + 1)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride * height) { copy in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { sums in
                guard let copy = copy.baseAddress, let sums = sums.baseAddress else { return }
                copy.update(from: coverages, count: stride * height)
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
