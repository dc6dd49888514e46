import Glibc

/// A drawing that is composited often. It stores only the visible runs of pixels of each row, and of
/// rows that are the same, as most of a fader's are, only the first one's pixels. Opaque runs are
/// copied without blending.
package final class Sprite {
    /// The visible part of the original bitmap.
    package let bounds: PixelRect
    /// The extent of the runs, which may be slightly wider.
    private let reach: PixelRect

    private let pixels: UnsafeMutableBufferPointer<UInt32>
    private let runs: UnsafeMutableBufferPointer<Run>
    /// The index of each row's first run, and the end of the last row.
    private let rows: UnsafeMutableBufferPointer<Int32>

    /// Neighbouring pixels of a row.
    private struct Run {
        /// The first column, in the bitmap.
        var start: Int32
        var end: Int32
        /// The index of its first pixel.
        var offset: Int32
        var isOpaque: Bool

        func hasSameColumns(as other: Run) -> Bool { start == other.start && end == other.end }
    }

    /// The number of pixels that are blended at once. Blended runs are extended to a multiple of it
    /// where there is space, to the right or else to the left: blending is also correct for
    /// transparent and opaque pixels.
    private static let vector = 4
    /// Shorter runs of opaque pixels are blended with their neighbours.
    private static let shortestOpaque = 12
    /// Shorter gaps are included in a run.
    private static let shortestGap = 8

    /// A sprite of the visible pixels of a bitmap. The bitmap is not retained.
    package init(_ bitmap: Bitmap) {
        var pixels: [UInt32] = []
        var runs: [Run] = []
        var rows: [Int32] = [0]
        var (bounds, reach) = (PixelRect.zero, PixelRect.zero)
        let isOpaque = bitmap.format == .xrgb32
        bitmap.withPixels { source, pixelsPerRow in
            for y in 0..<bitmap.height {
                let row = source + y * pixelsPerRow
                let (above, first) = (Int(rows[max(y, 1) - 1]), runs.count)
                if y > 0, memcmp(row, row - pixelsPerRow, bitmap.width * 4) == 0 {
                    for index in above..<first { runs.append(runs[index]) }
                    rows.append(Int32(runs.count))
                    if first > above {
                        bounds.height = y + 1 - bounds.y
                        reach.height = y + 1 - reach.y
                    }
                    continue
                }
                Self.split(row, count: bitmap.width, isOpaque: isOpaque) { start, end, isOpaque in
                    var run = Run(
                        start: Int32(start), end: Int32(end), offset: Int32(pixels.count),
                        isOpaque: isOpaque)
                    let new = UnsafeBufferPointer(start: row + start, count: end - start)
                    let twin = runs.count - first + above
                    if twin < first, runs[twin].hasSameColumns(as: run),
                        pixels[Int(runs[twin].offset)...].starts(with: new)
                    {
                        run.offset = runs[twin].offset
                    } else {
                        pixels.append(contentsOf: new)
                    }
                    runs.append(run)
                }
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
                rows.append(Int32(runs.count))
            }
        }
        // Rows above and below the visible part have no runs.
        let shown = bounds.isEmpty ? rows[0...0] : rows[bounds.minY...bounds.maxY]
        (self.bounds, self.reach) = (bounds, reach)
        self.pixels = .allocate(capacity: pixels.count)
        _ = self.pixels.initialize(from: pixels)
        self.runs = .allocate(capacity: runs.count)
        _ = self.runs.initialize(from: runs)
        self.rows = .allocate(capacity: shown.count)
        _ = self.rows.initialize(from: shown)
    }

    deinit {
        pixels.deallocate()
        runs.deallocate()
        rows.deallocate()
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
        pixels.count * 4 + runs.count * MemoryLayout<Run>.stride + rows.count * 4
    }

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
            let runs = runs.baseAddress, let rows = rows.baseAddress
        else { return }
        let first = Int32(truncatingIfNeeded: clip.minX &- origin.x)
        let last = Int32(truncatingIfNeeded: clip.maxX &- origin.x)
        let pixelsPerRow = bitmap.stride / 4
        let top = clip.minY &- origin.y &- bounds.minY
        for row in 0..<clip.height {
            let target = bitmap.pixels + ((clip.minY &+ row) &* pixelsPerRow &+ origin.x)
            var index = Int(rows[top &+ row])
            let end = Int(rows[top &+ row &+ 1])
            while index < end {
                let run = runs[index]
                index &+= 1
                let from = max(run.start, first)
                let to = min(run.end, last)
                if from >= to {
                    if run.start >= last { break }
                    continue
                }
                let source = pixels + Int(run.offset &+ from &- run.start)
                let place = target + Int(from)
                let count = Int(to &- from)
                if share < 255 {
                    Self.blend(source, into: place, count, share: share)
                } else if run.isOpaque {
                    place.update(from: source, count: count)
                } else {
                    Self.blend(source, into: place, count)
                }
            }
        }
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
        var index = 0
        while index &+ vector <= count {
            let place = UnsafeMutableRawPointer(target + index)
            let new = UnsafeRawPointer(source + index).loadUnaligned(as: Pixels.self)
            let old = place.loadUnaligned(as: Pixels.self)
            place.storeBytes(of: over(change(new), old), as: Pixels.self)
            index &+= vector
        }
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
        // 257/65536 instead of 1/255, which is the same for these numbers.
        let product = SIMD8<UInt32>(truncatingIfNeeded: low) &* 257
        return Pixels(truncatingIfNeeded: product &>> 16) | (high &+ high &>> 8) & 0xff00
    }
}
