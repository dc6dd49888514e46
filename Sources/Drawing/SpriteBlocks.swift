import Glibc

/// The blocks of a sprite: the visible pixels of a bitmap, divided into bands.
struct SpriteBlocks {
    /// From top to bottom.
    private(set) var blocks: [Sprite.Block] = []
    /// The index in `pixels` of each row of each block.
    private(set) var offsets: [Int32] = []
    /// The pixels of all blocks. Those of rows that are the same are stored once.
    private(set) var pixels: [UInt32] = []
    /// The extent of the blocks.
    private(set) var reach = PixelRect.zero
    /// A large rectangle of opaque blocks; empty if there are none.
    private(set) var core = PixelRect.zero

    /// How many rectangles of opaque blocks are extended downwards at once.
    private static let mostCores = 16

    init(_ bitmap: Bitmap) {
        // The rectangles of opaque blocks that end with the last band.
        var cores: [PixelRect] = []
        bitmap.withPixels { source, pixelsPerRow in
            for band in Self.bands(Self.differentRows(bitmap, source, pixelsPerRow)) {
                let parts = band.parts
                for part in parts { add(part, of: band.rows, source, bitmap) }
                extend(&cores, by: parts.opaqueColumns, band.rows)
            }
        }
    }

    private mutating func extend(
        _ cores: inout [PixelRect], by columns: Range<Int>, _ rows: Range<Int>
    ) {
        func extended(_ core: PixelRect) -> PixelRect {
            let both = (core.minX..<core.maxX).clamped(to: columns)
            return PixelRect(
                x: both.lowerBound, y: core.y, width: both.count, height: rows.upperBound - core.y)
        }
        let new = PixelRect(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: 0)
        cores = (cores.suffix(Self.mostCores - 1) + [new]).map(extended).filter { !$0.isEmpty }
        for candidate in cores where candidate.area > core.area { core = candidate }
    }

    /// The rows, joined into bands as long as those are drawn faster.
    private static func bands(_ rows: [SpriteBand]) -> [SpriteBand] {
        var bands = rows
        // Each band with the one below it.
        var pairs = zip(bands, bands.dropFirst()).map { SpriteBand(joining: $0, $1) }
        func gain(_ index: Int) -> Int {
            bands[index].cost + bands[index + 1].cost - pairs[index].cost
        }
        var gains = pairs.indices.map(gain)
        while let most = gains.max(), most >= 0, let index = gains.firstIndex(of: most) {
            bands[index] = pairs.remove(at: index)
            bands.remove(at: index + 1)
            gains.remove(at: index)
            for index in max(index - 1, 0)..<min(index + 1, pairs.count) {
                pairs[index] = SpriteBand(joining: bands[index], bands[index + 1])
                gains[index] = gain(index)
            }
        }
        return bands
    }

    /// Each row, with those below it that have the same pixels, or are divided alike.
    private static func differentRows(
        _ bitmap: Bitmap, _ source: UnsafeMutablePointer<UInt32>, _ pixelsPerRow: Int
    ) -> [SpriteBand] {
        var rows: [SpriteBand] = []
        var y = 0
        while y < bitmap.height {
            let row = source + y * pixelsPerRow
            let start = y
            repeat {
                y += 1
            } while y < bitmap.height
                && memcmp(row, source + y * pixelsPerRow, bitmap.width * 4) == 0
            let new = SpriteBand(
                start..<y, UnsafeBufferPointer(start: row, count: bitmap.width),
                isOpaque: bitmap.format == .xrgb32)
            if let both = rows.last?.continued(by: new) {
                rows[rows.count - 1] = both
            } else {
                rows.append(new)
            }
        }
        return rows
    }

    private mutating func add(
        _ part: SpriteBand.Part, of rows: Range<Int>, _ source: UnsafeMutablePointer<UInt32>,
        _ bitmap: Bitmap
    ) {
        let (columns, pixelsPerRow) = (part.columns, bitmap.stride / 4)
        let (first, count) = (offsets.count, part.isPlain ? 1 : columns.count)
        // It may have clear columns beside the bitmap.
        let known = min(count, bitmap.width - columns.lowerBound)
        var isEven = rows.count > 1
        for y in rows {
            let row = source + (y * pixelsPerRow + columns.lowerBound)
            if y > rows.lowerBound, memcmp(row, row - pixelsPerRow, known * 4) == 0 {
                offsets.append(offsets[offsets.count - 1])
            } else {
                if y > rows.lowerBound { isEven = false }
                offsets.append(Int32(pixels.count))
                pixels.append(contentsOf: UnsafeBufferPointer(start: row, count: known))
                for _ in known..<count { pixels.append(0) }
            }
        }
        let kind: Sprite.Block.Kind =
            part.isOpaque ? (part.isPlain ? .plain : .opaque) : isEven ? .even : .blended
        blocks.append(
            Sprite.Block(
                firstOffset: Int32(first), minX: Int16(columns.lowerBound),
                maxX: Int16(columns.upperBound), minY: Int16(rows.lowerBound),
                maxY: Int16(rows.upperBound), kind: kind))
        reach = reach.union(
            PixelRect(
                x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
                height: rows.count))
    }
}

extension [SpriteBand.Part] {
    /// The most opaque columns side by side.
    fileprivate var opaqueColumns: Range<Int> {
        var (longest, current) = (0..<0, 0..<0)
        for part in self where part.isOpaque {
            let columns = part.columns
            let isNext = columns.lowerBound == current.upperBound
            current = (isNext ? current.lowerBound : columns.lowerBound)..<columns.upperBound
            if current.count > longest.count { longest = current }
        }
        return longest
    }
}
