import Glibc

/// A drawing that is composited often. It stores only the visible pixels, in blocks, and of rows that
/// are the same, as most of a fader's are, only the first one's. Opaque blocks are copied without
/// blending.
package final class Sprite {
    /// The visible part of the original bitmap.
    package let bounds: PixelRect
    /// The extent of the blocks, which may be slightly wider.
    package let reach: PixelRect
    /// A rectangle that is opaque everywhere: of a rectangular drawing, all but its round corners.
    package let core: PixelRect

    private let pixels: UnsafeMutableBufferPointer<UInt32>
    /// Sorted by their first rows.
    private let blocks: UnsafeMutableBufferPointer<Block>
    /// The index in `pixels` of each row of each block.
    private let offsets: UnsafeMutableBufferPointer<Int32>
    /// The number of rows of the tallest block: those that reach into a rectangle are found by their
    /// first rows.
    private let tallest: Int

    /// Neighbouring pixels of one row or of several, in the same columns.
    private struct Block {
        // A bitmap's sides have 15 bits.
        var minX: Int16
        var maxX: Int16
        var minY: Int16
        var maxY: Int16
        /// The index in `offsets` of its first row.
        var firstOffset: Int32
        var isOpaque: Bool
    }

    /// The maximum number of a block's rows.
    private static let mostRows = 64
    /// The number of pixels that are blended at once. Blended blocks are extended to a multiple of it
    /// where there is space, to the right or else to the left: blending is also correct for
    /// transparent and opaque pixels.
    private static let vector = 4
    /// Shorter runs of opaque pixels are blended with their neighbours.
    private static let shortestOpaque = 12
    /// Shorter gaps are included in a block.
    private static let shortestGap = 8

    /// A sprite of the visible pixels of a bitmap. The bitmap is not retained.
    package init(_ bitmap: Bitmap) {
        var pixels: [UInt32] = []
        var runs: [Run] = []
        var rows: [Range<Int>] = []
        var (bounds, reach) = (PixelRect.zero, PixelRect.zero)
        let isOpaque = bitmap.format == .xrgb32
        bitmap.withPixels { source, pixelsPerRow in
            for y in 0..<bitmap.height {
                let row = source + y * pixelsPerRow
                let (above, first) = (rows.last ?? 0..<0, runs.count)
                if y > 0, memcmp(row, row - pixelsPerRow, bitmap.width * 4) == 0 {
                    for index in above { runs.append(runs[index]) }
                } else {
                    Self.split(row, count: bitmap.width, isOpaque: isOpaque) {
                        start, end, isOpaque in
                        var run = Run(
                            start: Int16(start), end: Int16(end), offset: Int32(pixels.count),
                            isOpaque: isOpaque)
                        let new = UnsafeBufferPointer(start: row + start, count: end - start)
                        if let twin = above.first(where: { run.isBelow(runs[$0]) }),
                            pixels[Int(runs[twin].offset)...].starts(with: new)
                        {
                            run.offset = runs[twin].offset
                        } else {
                            pixels.append(contentsOf: new)
                        }
                        runs.append(run)
                    }
                }
                rows.append(first..<runs.count)
                if first < runs.count {
                    var start = Int(runs[first].start)
                    var end = Int(runs[runs.count - 1].end)
                    func line() -> PixelRect {
                        PixelRect(x: start, y: y, width: end - start, height: 1)
                    }
                    reach = reach.union(line())
                    while !isOpaque, row[end - 1] == 0 { end -= 1 }
                    while !isOpaque, row[start] == 0 { start += 1 }
                    bounds = bounds.union(line())
                }
            }
        }
        (self.bounds, self.reach) = (bounds, reach)
        core = Self.core(runs, rows)
        let (blocks, offsets) = Self.blocks(&runs, rows)
        tallest = blocks.map { Int($0.maxY - $0.minY) }.max() ?? 0
        self.pixels = .allocate(capacity: pixels.count)
        _ = self.pixels.initialize(from: pixels)
        self.blocks = .allocate(capacity: blocks.count)
        _ = self.blocks.initialize(from: blocks)
        self.offsets = .allocate(capacity: offsets.count)
        _ = self.offsets.initialize(from: offsets)
    }

    deinit {
        pixels.deallocate()
        blocks.deallocate()
        offsets.deallocate()
    }

    // MARK: Blocks

    /// Neighbouring pixels of a row.
    private struct Run {
        /// The first column, in the bitmap.
        var start: Int16
        var end: Int16
        /// The index of its first pixel.
        var offset: Int32
        var isOpaque: Bool
        /// Whether it is in a block already.
        var isPlaced = false

        /// Whether this continues a run of the row above.
        func isBelow(_ other: Run) -> Bool {
            start == other.start && end == other.end && isOpaque == other.isOpaque
        }
    }

    /// Joins the runs of neighbouring rows that have the same columns.
    private static func blocks(
        _ runs: inout [Run], _ rows: [Range<Int>]
    ) -> ([Block], offsets: [Int32]) {
        var blocks: [Block] = []
        var offsets: [Int32] = []
        for (y, row) in rows.enumerated() {
            for index in row where !runs[index].isPlaced {
                let run = runs[index]
                let first = offsets.count
                offsets.append(run.offset)
                var below = y + 1
                while below < rows.count, below - y < mostRows,
                    let next = rows[below].first(where: { runs[$0].isBelow(run) })
                {
                    runs[next].isPlaced = true
                    offsets.append(runs[next].offset)
                    below += 1
                }
                blocks.append(
                    Block(
                        minX: run.start, maxX: run.end, minY: Int16(y), maxY: Int16(below),
                        firstOffset: Int32(first), isOpaque: run.isOpaque))
            }
        }
        return (blocks, offsets)
    }

    /// The largest rectangle of opaque runs that has the columns of the longest one of them.
    private static func core(_ runs: [Run], _ rows: [Range<Int>]) -> PixelRect {
        var longest = 0..<0
        for run in runs where run.isOpaque && Int(run.end - run.start) > longest.count {
            longest = Int(run.start)..<Int(run.end)
        }
        guard !longest.isEmpty else { return .zero }
        func isCovered(_ y: Int) -> Bool {
            runs[rows[y]].contains {
                $0.isOpaque && $0.start <= longest.lowerBound && $0.end >= longest.upperBound
            }
        }
        var (best, start) = (0..<0, 0)
        for y in 0...rows.count where y == rows.count || !isCovered(y) {
            if y - start > best.count { best = start..<y }
            start = y + 1
        }
        return PixelRect(
            x: longest.lowerBound, y: best.lowerBound, width: longest.count, height: best.count)
    }

    private static func split(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, isOpaque: Bool,
        _ body: (_ start: Int, _ end: Int, _ isOpaque: Bool) -> Void
    ) {
        func end(from x: Int, _ belongs: (UInt32) -> Bool) -> Int {
            var end = x
            while end < count, belongs(row[end]) { end += 1 }
            return end
        }
        func endOfGap(_ x: Int) -> Int { isOpaque ? x : end(from: x) { $0 == 0 } }
        func endOfOpaque(_ x: Int) -> Int {
            isOpaque ? count : end(from: x) { $0 >> 24 == 255 }
        }
        var x = endOfGap(0)
        // Where the next blended run may begin.
        var first = 0
        // An opaque run ends where a blended one begins that is extended to the left.
        var waiting = 0..<0
        func finishOpaque(before end: Int) {
            let columns = waiting.clamped(to: 0..<end)
            if !columns.isEmpty { body(columns.lowerBound, columns.upperBound, true) }
            waiting = 0..<0
        }
        while x < count {
            var next = endOfOpaque(x)
            if next - x >= shortestOpaque || isOpaque {
                finishOpaque(before: x)
                waiting = x..<next
                first = x
            } else {
                next = x
                while next < count {
                    next = end(from: next) { $0 != 0 && $0 >> 24 != 255 }
                    let (gap, opaque) = (endOfGap(next), endOfOpaque(next))
                    if gap - next >= shortestGap || gap == count { break }
                    if opaque - next >= shortestOpaque { break }
                    next = max(gap, opaque, next + 1)
                }
                let whole = (next - x + vector - 1) / vector * vector
                next = min(x + whole, count)
                first = max(next - whole, first)
                finishOpaque(before: first)
                body(first, next, false)
                first = next
            }
            x = endOfGap(next)
        }
        finishOpaque(before: count)
    }

    /// The memory of the sprite, in bytes.
    package var byteCount: Int {
        pixels.count * 4 + blocks.count * MemoryLayout<Block>.stride + offsets.count * 4
    }

    // MARK: Drawing

    /// Composites the sprite over a bitmap.
    ///
    /// - Parameters:
    ///   - bitmap: The target.
    ///   - origin: The place of the original bitmap's upper-left pixel.
    ///   - clip: Which pixels may change.
    ///   - opacity: The opacity of the sprite, 0 to 1.
    package func draw(
        in bitmap: Bitmap, at origin: PixelPoint, clippedTo clip: PixelRect, opacity: Double = 1
    ) {
        let clip = reach.offsetBy(dx: origin.x, dy: origin.y).intersection(clip)
            .intersection(bitmap.bounds)
        let share = UInt32((opacity.clamped(from: 0, to: 1) * 255).rounded())
        guard !clip.isEmpty, share > 0, let pixels = pixels.baseAddress,
            let offsets = offsets.baseAddress
        else { return }
        // In the original bitmap.
        let part = clip.offsetBy(dx: -origin.x, dy: -origin.y)
        let pixelsPerRow = bitmap.stride / 4
        let corner = bitmap.pixels + (origin.y &* pixelsPerRow &+ origin.x)
        var index = firstBlock(reaching: part.minY)
        while index < blocks.count {
            let block = blocks[index]
            index &+= 1
            let (top, bottom) = (max(Int(block.minY), part.minY), min(Int(block.maxY), part.maxY))
            if Int(block.minY) >= part.maxY { break }
            let (left, right) = (max(Int(block.minX), part.minX), min(Int(block.maxX), part.maxX))
            if top >= bottom || left >= right { continue }
            let source = pixels + (left &- Int(block.minX))
            let width = right &- left
            var place = corner + (top &* pixelsPerRow &+ left)
            var row = offsets + (Int(block.firstOffset) &+ top &- Int(block.minY))
            let end = row + (bottom &- top)
            while row < end {
                let source = source + Int(row.pointee)
                if share < 255 {
                    Self.blend(source, into: place, width, share: share)
                } else if block.isOpaque {
                    memcpy(place, source, width &* 4)
                } else {
                    Self.blend(source, into: place, width)
                }
                place += pixelsPerRow
                row += 1
            }
        }
    }

    /// The index of the first block that may reach a row.
    private func firstBlock(reaching row: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low &+ high) / 2
            if Int(blocks[middle].minY) &+ tallest <= row {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    // MARK: Blending

    /// Four pixels, with two components in each element: blue and green, or red and alpha. Other
    /// element types would make the compiler move single elements about.
    private typealias Pixels = SIMD8<UInt16>

    @inline(__always)
    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int
    ) {
        blend(source, into: target, count) { $0 }
    }

    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int, share: UInt32
    ) {
        let factors = Pixels(repeating: UInt16(truncatingIfNeeded: share))
        blend(source, into: target, count) { scaled($0, factors) }
    }

    @inline(__always)
    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int, _ change: (Pixels) -> Pixels
    ) {
        let whole = count & ~(vector &- 1)
        // Counted up to 0, which takes the fewest instructions.
        let (sourceEnd, targetEnd) = (source + whole, target + whole)
        var index = 0 &- whole
        while index < 0 {
            let place = UnsafeMutableRawPointer(targetEnd + index)
            let new = UnsafeRawPointer(sourceEnd + index).loadUnaligned(as: Pixels.self)
            let old = place.loadUnaligned(as: Pixels.self)
            place.storeBytes(of: over(change(new), old), as: Pixels.self)
            index &+= vector
        }
        index = whole
        while index < count {
            let new = unsafeBitCast(SIMD4(repeating: source[index]), to: Pixels.self)
            let old = unsafeBitCast(SIMD4(repeating: target[index]), to: Pixels.self)
            target[index] = unsafeBitCast(over(change(new), old), to: SIMD4<UInt32>.self)[0]
            index &+= 1
        }
    }

    @inline(__always)
    private static func over(_ new: Pixels, _ old: Pixels) -> Pixels {
        let alphas = unsafeBitCast(new, to: SIMD4<UInt32>.self) &>> 24 &* 0x0001_0001
        return new &+ scaled(old, 255 &- unsafeBitCast(alphas, to: Pixels.self))
    }

    /// All components multiplied by factors in units of 1/255.
    @inline(__always)
    private static func scaled(_ pixels: Pixels, _ factors: Pixels) -> Pixels {
        let low = (pixels & 0xff) &* factors &+ 128
        let high = (pixels &>> 8) &* factors &+ 128
        return divided(low) | divided(high) &<< 8
    }

    /// Each divided by 255, as if multiplied by 257/65536, which is the same for these numbers.
    @inline(__always)
    private static func divided(_ products: Pixels) -> Pixels {
        let scaled = SIMD8<UInt32>(truncatingIfNeeded: products) &* 257
        return Pixels(truncatingIfNeeded: scaled &>> 16)
    }
}
