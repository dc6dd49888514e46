import Glibc

/// The visible pixels of a bitmap, row by row, of which a sprite is made.
struct SpriteRuns {
    /// The extent of the runs.
    private(set) var reach = PixelRect.zero
    /// The pixels of all runs. Those of runs that are the same are stored once.
    private(set) var pixels: [UInt32] = []
    private var runs: [Run] = []
    /// The runs of each row.
    private var rows: [Range<Int>] = []

    /// Neighbouring pixels of a row.
    private struct Run {
        /// The first column, in the bitmap.
        var start: Int16
        var end: Int16
        /// The index of its first pixel.
        var offset: Int32
        var isOpaque: Bool
        /// Whether its pixels are the same, so that one of them is stored.
        var isPlain = false
        /// Whether it is in a block already.
        var isPlaced = false

        /// Whether this continues a run of the row above.
        func isBelow(_ other: Run) -> Bool {
            start == other.start && end == other.end && isOpaque == other.isOpaque
                && isPlain == other.isPlain
        }
    }

    /// The maximum number of a block's rows.
    private static let mostRows = 64
    /// Blended blocks are extended to a multiple of this where there is space, to the right or else to
    /// the left: blending is also correct for transparent and opaque pixels.
    private static let vector = FourPixels.count
    /// Shorter runs of opaque pixels are blended with their neighbours.
    private static let shortestOpaque = 12
    /// Fewer pixels of one colour are stored like others, since to draw more blocks takes longer.
    private static let shortestPlain = 64
    /// Shorter gaps are included in a block.
    private static let shortestGap = 8

    init(_ bitmap: Bitmap) {
        let isOpaque = bitmap.format == .xrgb32
        bitmap.withPixels { source, pixelsPerRow in
            for y in 0..<bitmap.height {
                let row = source + y * pixelsPerRow
                let (above, first) = (rows.last ?? 0..<0, runs.count)
                if y > 0, memcmp(row, row - pixelsPerRow, bitmap.width * 4) == 0 {
                    for index in above { runs.append(runs[index]) }
                } else {
                    Self.split(row, count: bitmap.width, isOpaque: isOpaque) {
                        if $2 {
                            addOpaque(row, $0..<$1, above: above)
                        } else {
                            add(row, $0..<$1, isOpaque: false, above: above)
                        }
                    }
                }
                rows.append(first..<runs.count)
                if let start = runs[first...].first?.start, let end = runs.last?.end {
                    reach = reach.union(
                        PixelRect(x: Int(start), y: y, width: Int(end - start), height: 1))
                }
            }
        }
    }

    /// Adds opaque pixels, and those of one colour, as most of a wide key's row are, as runs of
    /// their own. These begin and end at the same columns in most rows.
    private mutating func addOpaque(
        _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, above: Range<Int>
    ) {
        var (first, start) = (columns.lowerBound, columns.lowerBound)
        while columns.upperBound - start >= Self.shortestPlain {
            var end = start + 1
            while end < columns.upperBound, row[end] == row[start] { end += 1 }
            let left = (start + 15) & ~15
            let plain = left..<max(end & ~15, left)
            if plain.count >= Self.shortestPlain {
                add(row, first..<plain.lowerBound, isOpaque: true, above: above)
                add(row, plain, isOpaque: true, isPlain: true, above: above)
                first = plain.upperBound
            }
            start = end
        }
        add(row, first..<columns.upperBound, isOpaque: true, above: above)
    }

    private mutating func add(
        _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, isOpaque: Bool,
        isPlain: Bool = false, above: Range<Int>
    ) {
        guard !columns.isEmpty else { return }
        var run = Run(
            start: Int16(columns.lowerBound), end: Int16(columns.upperBound),
            offset: Int32(pixels.count), isOpaque: isOpaque, isPlain: isPlain)
        let new = UnsafeBufferPointer(
            start: row + columns.lowerBound, count: isPlain ? 1 : columns.count)
        if let twin = above.first(where: { run.isBelow(runs[$0]) }),
            pixels[Int(runs[twin].offset)...].starts(with: new)
        {
            run.offset = runs[twin].offset
        } else {
            pixels.append(contentsOf: new)
        }
        runs.append(run)
    }

    private static func kind(of run: Run, _ offsets: ArraySlice<Int32>) -> Sprite.Block.Kind {
        if run.isOpaque { return run.isPlain ? .plain : .opaque }
        return offsets.count > 1 && offsets.allSatisfy { $0 == run.offset } ? .even : .blended
    }

    /// Joins the runs of neighbouring rows that have the same columns. Only once.
    mutating func takeBlocks() -> ([Sprite.Block], offsets: [Int32]) {
        var blocks: [Sprite.Block] = []
        var offsets: [Int32] = []
        var end = 0
        for (y, row) in rows.enumerated() {
            for index in row where !runs[index].isPlaced {
                let run = runs[index]
                let first = offsets.count
                offsets.append(run.offset)
                var below = y + 1
                while below < rows.count, below - y < Self.mostRows,
                    let next = rows[below].first(where: { runs[$0].isBelow(run) })
                {
                    runs[next].isPlaced = true
                    offsets.append(runs[next].offset)
                    below += 1
                }
                end = max(end, below)
                blocks.append(
                    Sprite.Block(
                        firstOffset: Int32(first), minX: run.start, maxX: run.end,
                        minY: Int16(y), maxY: Int16(below), end: Int16(end),
                        kind: Self.kind(of: run, offsets[first...])))
            }
        }
        return (blocks, offsets)
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
}
