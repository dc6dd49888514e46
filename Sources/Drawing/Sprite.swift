/// A drawing that is composited often. It stores only the visible runs of pixels of each row;
/// opaque runs are copied without blending.
package final class Sprite {
    /// The visible part of the original bitmap.
    package let bounds: PixelRect
    /// The extent of the runs, which may be slightly more to the right.
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
    }

    /// The number of pixels that are blended at once. Blended runs are extended to a multiple of it
    /// where there is space: blending is also correct for transparent and opaque pixels.
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
                let first = runs.count
                Self.split(row, count: bitmap.width, isOpaque: isOpaque) { start, end, isOpaque in
                    runs.append(
                        Run(
                            start: Int32(start), end: Int32(end), offset: Int32(pixels.count),
                            isOpaque: isOpaque))
                    pixels.append(
                        contentsOf: UnsafeBufferPointer(start: row + start, count: end - start))
                }
                if first < runs.count {
                    let start = Int(runs[first].start)
                    var end = Int(runs[runs.count - 1].end)
                    func line() -> PixelRect {
                        PixelRect(x: start, y: y, width: end - start, height: 1)
                    }
                    reach = reach.union(line())
                    while !isOpaque, row[end - 1] == 0 { end -= 1 }
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
        while x < count {
            var next = endOfOpaque(x)
            if next - x >= shortestOpaque || isOpaque {
                body(x, next, true)
            } else {
                next = x
                while next < count {
                    let (gap, opaque) = (endOfGap(next), endOfOpaque(next))
                    if gap - next >= shortestGap || gap == count { break }
                    if opaque - next >= shortestOpaque { break }
                    next = max(gap, opaque, next + 1)
                }
                next = min(x + (next - x + vector - 1) / vector * vector, count)
                body(x, next, false)
            }
            x = endOfGap(next)
        }
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

    @inline(__always)
    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int
    ) {
        blend(source, into: target, count) { $0 }
    }

    @inline(__always)
    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int, share: UInt32
    ) {
        let factor = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: share))
        blend(source, into: target, count) { scaled($0, factor, factor) }
    }

    @inline(__always)
    private static func blend(
        _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
        _ count: Int, _ change: (SIMD4<UInt32>) -> SIMD4<UInt32>
    ) {
        var index = 0
        while index &+ 4 <= count {
            let place = UnsafeMutableRawPointer(target + index)
            let new = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt32>.self)
            let old = place.loadUnaligned(as: SIMD4<UInt32>.self)
            place.storeBytes(of: over(change(new), old), as: SIMD4<UInt32>.self)
            index &+= 4
        }
        let rest = count &- index
        guard rest > 0 else { return }
        var new = SIMD4<UInt32>()
        var old = SIMD4<UInt32>()
        for lane in 0..<rest {
            new[lane] = source[index &+ lane]
            old[lane] = target[index &+ lane]
        }
        old = over(change(new), old)
        for lane in 0..<rest { target[index &+ lane] = old[lane] }
    }

    @inline(__always)
    private static func over(_ new: SIMD4<UInt32>, _ old: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let rest = 255 &- new &>> 24
        let factor = unsafeBitCast(rest | rest &<< 16, to: SIMD8<UInt16>.self)
        return new &+ scaled(old, factor, factor)
    }

    /// All components multiplied by factors in units of 1/255.
    @inline(__always)
    private static func scaled(
        _ pixels: SIMD4<UInt32>, _ redBlue: SIMD8<UInt16>, _ alphaGreen: SIMD8<UInt16>
    ) -> SIMD4<UInt32> {
        let low = unsafeBitCast(pixels & 0x00ff_00ff, to: SIMD8<UInt16>.self) &* redBlue &+ 128
        let high =
            unsafeBitCast(pixels &>> 8 & 0x00ff_00ff, to: SIMD8<UInt16>.self) &* alphaGreen
            &+ 128
        let lowBytes = (low &+ low &>> 8) &>> 8
        let highBytes = (high &+ high &>> 8) &>> 8
        return unsafeBitCast(lowBytes, to: SIMD4<UInt32>.self)
            | unsafeBitCast(highBytes, to: SIMD4<UInt32>.self) &<< 8
    }
}
