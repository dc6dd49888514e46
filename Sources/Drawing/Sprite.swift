import Glibc

/// A drawing that is composited often. It stores only the visible pixels, in blocks, and of rows that
/// are the same, as most of a fader's are, only the first one's. Opaque blocks are copied without
/// blending. Of a row of one colour, only one pixel is stored.
package final class Sprite {
    /// The extent of the blocks: the visible part of the original bitmap, or slightly more.
    package let reach: PixelRect

    private let pixels: UnsafeMutableBufferPointer<UInt32>
    /// Sorted by their first rows.
    private let blocks: UnsafeMutableBufferPointer<Block>
    /// The index in `pixels` of each row of each block.
    private let offsets: UnsafeMutableBufferPointer<Int32>
    private var background = KnownBackground()

    /// Neighbouring pixels of one row or of several, in the same columns.
    struct Block {
        /// The index in `offsets` of its first row.
        var firstOffset: Int32
        // A bitmap's sides have 15 bits.
        var minX: Int16
        var maxX: Int16
        var minY: Int16
        var maxY: Int16
        /// The largest `maxY` of this block and those before it.
        var end: Int16
        var kind: Kind

        enum Kind {
            case blended
            /// Blended, with several rows, all the same.
            case even
            case opaque
            /// Opaque, with one colour in each row, which is one pixel.
            case plain
        }
    }

    /// A sprite of the visible pixels of a bitmap. The bitmap is not retained.
    package init(_ bitmap: Bitmap) {
        var runs = SpriteRuns(bitmap)
        reach = runs.reach
        pixels = .allocate(capacity: runs.pixels.count)
        _ = pixels.initialize(from: runs.pixels)
        let (blocks, offsets) = runs.takeBlocks()
        self.blocks = .allocate(capacity: blocks.count)
        _ = self.blocks.initialize(from: blocks)
        self.offsets = .allocate(capacity: offsets.count)
        _ = self.offsets.initialize(from: offsets)
    }

    deinit {
        background.forget()
        pixels.deallocate()
        blocks.deallocate()
        offsets.deallocate()
    }

    /// The memory of the sprite, in bytes.
    package var byteCount: Int {
        pixels.count * (background.results == nil ? 4 : 8)
            + blocks.count * MemoryLayout<Block>.stride + offsets.count * 4
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
        let share =
            opacity == 1 ? 255 : UInt32((opacity.clamped(from: 0, to: 1) * 255).rounded())
        guard !clip.isEmpty, share > 0, let pixels = pixels.baseAddress,
            let offsets = offsets.baseAddress
        else { return }
        // In the original bitmap.
        let part = clip.offsetBy(dx: -origin.x, dy: -origin.y)
        let pixelsPerRow = bitmap.stride / 4
        let corner = bitmap.pixels + (origin.y &* pixelsPerRow &+ origin.x)
        if share == 255 {
            background.note(corner[part.minY &* pixelsPerRow &+ part.minX], self.pixels)
        }
        let background = background
        var index = firstBlock(reaching: part.minY)
        while index < blocks.count {
            let block = blocks[index]
            index &+= 1
            let (top, bottom) = (max(Int(block.minY), part.minY), min(Int(block.maxY), part.maxY))
            if Int(block.minY) >= part.maxY { break }
            let (left, right) = (max(Int(block.minX), part.minX), min(Int(block.maxX), part.maxX))
            if top >= bottom || left >= right { continue }
            let rows = Rows(
                source: block.kind == .plain ? pixels : pixels + (left &- Int(block.minX)),
                offsets: UnsafeBufferPointer(
                    start: offsets + (Int(block.firstOffset) &+ top &- Int(block.minY)),
                    count: bottom &- top),
                target: corner + (top &* pixelsPerRow &+ left), width: right &- left,
                pixelsPerRow: pixelsPerRow)
            switch block.kind {
            case .plain where share < 255: Self.fill(rows, share: share)
            case .plain: Self.fill(rows)
            case _ where share < 255: Self.blend(rows, share: share)
            case .opaque: Self.copy(rows)
            case .even: Self.blendEven(rows)
            case .blended:
                if let results = background.results {
                    Self.blend(
                        rows, over: background.color,
                        results: results + (left &- Int(block.minX)))
                } else {
                    Self.blend(rows)
                }
            }
        }
    }

    /// The index of the first block that reaches below the start of a row.
    private func firstBlock(reaching row: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low &+ high) / 2
            if Int(blocks[middle].end) <= row {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    // MARK: Blending

    /// The part of a block that is composited.
    private struct Rows {
        /// Where a row with the offset 0 would be.
        var source: UnsafeMutablePointer<UInt32>
        /// The offset of each row.
        let offsets: UnsafeBufferPointer<Int32>
        /// The first pixel that is composited over.
        var target: UnsafeMutablePointer<UInt32>
        var width: Int
        /// The distance between two rows of the target.
        let pixelsPerRow: Int

        /// The number of columns that are blended at once.
        var whole: Int { width & ~(FourPixels.count &- 1) }

        /// The columns that are left.
        var rest: Rows {
            var rest = self
            rest.source += whole
            rest.target += whole
            rest.width &-= whole
            return rest
        }

        /// Calls `body` with the places of four pixels after the other.
        @inline(__always)
        func forEachFour(
            _ body: (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void
        ) {
            var row = UnsafeMutableRawPointer(target)
            for offset in offsets {
                var source = UnsafeRawPointer(source + Int(offset))
                var target = row
                let end = row + whole &* 4
                while target < end {
                    body(source, target)
                    source += FourPixels.byteCount
                    target += FourPixels.byteCount
                }
                row += pixelsPerRow &* 4
            }
        }
    }

    // By itself: a call in the midst of blending would load all constants of that again.
    @inline(never)
    private static func copy(_ rows: Rows) {
        var target = rows.target
        for offset in rows.offsets {
            memcpy(target, rows.source + Int(offset), rows.width &* 4)
            target += rows.pixelsPerRow
        }
    }

    /// Fills rows of one colour each.
    @inline(never)
    private static func fill(_ rows: Rows) {
        var target = rows.target
        for offset in rows.offsets {
            target.update(repeating: rows.source[Int(offset)], count: rows.width)
            target += rows.pixelsPerRow
        }
    }

    /// Blends rows of one opaque colour each.
    @inline(never)
    private static func fill(_ rows: Rows, share: UInt32) {
        let factors = FourPixels.Factors(bytes: share &* 0x0101_0101)
        var target = rows.target
        for offset in rows.offsets {
            let new = FourPixels(repeating: rows.source[Int(offset)]).scaled(by: factors)
            var column = 0
            while column < rows.whole {
                new.over(FourPixels(at: target + column)).store(at: target + column)
                column &+= FourPixels.count
            }
            while column < rows.width {
                target[column] = new.over(target[column])
                column &+= 1
            }
            target += rows.pixelsPerRow
        }
    }

    @inline(never)
    private static func blend(_ rows: Rows, share: UInt32) {
        let factors = FourPixels.Factors(bytes: share &* 0x0101_0101)
        blend(rows) { $0.scaled(by: factors) }
    }

    @inline(__always)
    private static func blend(_ rows: Rows) {
        blend(rows) { $0 }
    }

    @inline(__always)
    private static func blend(_ rows: Rows, _ change: (FourPixels) -> FourPixels) {
        rows.forEachFour { source, target in
            change(FourPixels(at: source)).over(FourPixels(at: target)).store(at: target)
        }
        blendNarrow(rows.rest, change)
    }

    /// Blends fewer columns than are blended at once.
    @inline(__always)
    private static func blendNarrow(_ rows: Rows, _ change: (FourPixels) -> FourPixels) {
        guard rows.width > 0 else { return }
        var target = rows.target
        for offset in rows.offsets {
            for column in 0..<rows.width {
                let new = change(FourPixels(repeating: rows.source[Int(offset) &+ column]))
                target[column] = new.over(target[column])
            }
            target += rows.pixelsPerRow
        }
    }

    /// Blends rows whose results over one colour are known.
    @inline(never)
    private static func blend(
        _ rows: Rows, over color: UInt32, results: UnsafeMutablePointer<UInt32>
    ) {
        let known = FourPixels(repeating: color)
        // From a pixel to its result.
        let distance = UnsafeRawPointer(results) - UnsafeRawPointer(rows.source)
        rows.forEachFour { source, target in
            let old = FourPixels(at: target)
            if old == known {
                FourPixels(at: source + distance).store(at: target)
            } else {
                FourPixels(at: source).over(old).store(at: target)
            }
        }
        blendNarrow(rows.rest) { $0 }
    }

    /// Blends rows that are all the same, column by column. What is below them is often the same in
    /// neighbouring rows too, and so is the result.
    @inline(__always)
    private static func blendEven(_ rows: Rows) {
        let (whole, height) = (rows.whole, rows.offsets.count)
        let source = rows.source + Int(rows.offsets[0])
        var column = 0
        while column < whole {
            let new = FourPixels(at: source + column)
            var place = rows.target + column
            var below = FourPixels(at: place)
            var result = new.over(below)
            let end = place + height &* rows.pixelsPerRow
            while place < end {
                let old = FourPixels(at: place)
                if old != below { (below, result) = (old, new.over(old)) }
                result.store(at: place)
                place += rows.pixelsPerRow
            }
            column &+= FourPixels.count
        }
        while column < rows.width {
            let new = FourPixels(repeating: source[column])
            var place = rows.target + column
            for _ in 0..<height {
                place.pointee = new.over(place.pointee)
                place += rows.pixelsPerRow
            }
            column &+= 1
        }
    }
}
