import Glibc

/// A drawing that is composited often. It stores only the visible pixels, in blocks. Equal rows,
/// such as most rows of a fader, are stored once. A row of one colour is stored as one pixel.
/// Opaque blocks are copied without blending.
package final class Sprite {
    /// The extent of the blocks: the visible part of the original bitmap, or slightly more.
    package let reach: PixelRect
    /// A large rectangle in which all pixels are opaque; empty if there is none.
    package let core: PixelRect

    private let pixels: UnsafeMutableBufferPointer<UInt32>
    /// From top to bottom: those in the same rows, from left to right.
    private let blocks: UnsafeMutableBufferPointer<Block>
    /// The index in `pixels` of each row of each block.
    private let offsets: UnsafeMutableBufferPointer<Int32>
    /// The results of blending each pixel over a colour.
    private var known = KnownResults()
    /// The number of pixels of a sprite that is too large for a second copy.
    private static let tooMany = 1 << 14

    /// Neighbouring pixels of one row or of several, in the same columns.
    struct Block {
        /// The index in `offsets` of its first row.
        var firstOffset: Int32
        // A bitmap's sides have 15 bits.
        var minX: Int16
        var maxX: Int16
        var minY: Int16
        var maxY: Int16
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
        func stored<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
            let storage = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
            _ = storage.initialize(from: elements)
            return storage
        }
        let made = SpriteBlocks(bitmap)
        (reach, core) = (made.reach, made.core)
        pixels = stored(made.pixels)
        blocks = stored(made.blocks)
        offsets = stored(made.offsets)
    }

    deinit {
        known.forget()
        pixels.deallocate()
        blocks.deallocate()
        offsets.deallocate()
    }

    /// The memory of the sprite, in bytes.
    package var byteCount: Int {
        pixels.count * (known.pixels == nil ? 4 : 8)
            + blocks.count * MemoryLayout<Block>.stride + offsets.count * 4
    }

    // MARK: Drawing

    /// Composites the sprite over a bitmap.
    ///
    /// - Parameters:
    ///   - bitmap: The target.
    ///   - origin: The place of the original bitmap's upper-left pixel.
    ///   - clip: Which pixels may change.
    ///   - cover: Pixels that need not be drawn; `.zero` for none.
    ///   - opacity: The opacity of the sprite, 0 to 1.
    package func draw(
        in bitmap: Bitmap, at origin: PixelPoint, clippedTo clip: PixelRect,
        cover: PixelRect = .zero, opacity: Double = 1
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
            let below = corner[part.minY &* pixelsPerRow &+ part.minX]
            self.known.note(UInt64(below)) { results(over: below) }
        }
        let known = known
        let cover = cover.offsetBy(dx: -origin.x, dy: -origin.y)
        var index = firstBlock(reaching: part.minY)
        while index < blocks.count {
            let block = blocks[index]
            index &+= 1
            var (top, bottom) = (max(Int(block.minY), part.minY), min(Int(block.maxY), part.maxY))
            if Int(block.minY) >= part.maxY { break }
            let (left, right) = (max(Int(block.minX), part.minX), min(Int(block.maxX), part.maxX))
            // The rows that are left below covered rows.
            var rest = 0..<0
            if top < cover.maxY, bottom > cover.minY, left >= cover.minX, right <= cover.maxX {
                if bottom > cover.maxY { rest = cover.maxY..<bottom }
                bottom = cover.minY
                if top >= bottom { (top, bottom, rest) = (rest.lowerBound, rest.upperBound, 0..<0) }
            }
            while top < bottom, left < right {
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
                    if let results = known.pixels {
                        Self.blend(
                            rows, over: known.background,
                            results: results + (left &- Int(block.minX)))
                    } else {
                        Self.blend(rows)
                    }
                }
                (top, bottom, rest) = (rest.lowerBound, rest.upperBound, 0..<0)
            }
        }
    }

    private func results(over color: UInt32) -> UnsafeMutablePointer<UInt32>? {
        guard pixels.count < Self.tooMany else { return nil }
        let results = UnsafeMutablePointer<UInt32>.allocate(capacity: pixels.count)
        for (index, pixel) in pixels.enumerated() {
            (results + index).initialize(to: FourPixels(repeating: pixel).over(color))
        }
        return results
    }

    /// The index of the first block that reaches below the start of a row.
    private func firstBlock(reaching row: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low &+ high) / 2
            if Int(blocks[middle].maxY) <= row {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    // MARK: Blending

    // Each kind of blocks by itself: one loop with all of them would load their constants again for
    // each.

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

    @inline(never)
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
        @inline(__always)
        func blend(
            _ source: UnsafeRawPointer, over old: FourPixels, at target: UnsafeMutableRawPointer
        ) {
            if old == known {
                FourPixels(at: source + distance).store(at: target)
            } else {
                FourPixels(at: source).over(old).store(at: target)
            }
        }
        let step = FourPixels.byteCount
        var row = UnsafeMutableRawPointer(rows.target)
        for offset in rows.offsets {
            var source = UnsafeRawPointer(rows.source + Int(offset))
            var target = row
            let end = row + rows.whole &* 4
            // Eight at a time.
            while target + step < end {
                let (one, other) = (FourPixels(at: target), FourPixels(at: target + step))
                if FourPixels.areBoth(one, other, equalTo: known) {
                    FourPixels(at: source + distance).store(at: target)
                    FourPixels(at: source + (distance &+ step)).store(at: target + step)
                } else {
                    blend(source, over: one, at: target)
                    blend(source + step, over: other, at: target + step)
                }
                source += 2 &* step
                target += 2 &* step
            }
            if target < end { blend(source, over: FourPixels(at: target), at: target) }
            row += rows.pixelsPerRow &* 4
        }
        blendNarrow(rows.rest) { $0 }
    }

    /// Blends rows that are all the same, column by column. The pixels below are often the same in
    /// neighbouring rows, too, and then the result is the same.
    @inline(never)
    private static func blendEven(_ rows: Rows) {
        let (whole, height) = (rows.whole, rows.offsets.count)
        let source = rows.source + Int(rows.offsets[0])
        var column = 0
        while column < whole {
            let new = FourPixels(at: source + column)
            var place = rows.target + column
            var below = FourPixels(at: place)
            var result = new.over(below)
            @inline(__always)
            func blend(_ old: FourPixels, at place: UnsafeMutablePointer<UInt32>) {
                if old != below { (below, result) = (old, new.over(old)) }
                result.store(at: place)
            }
            if height & 1 != 0 {
                blend(below, at: place)
                place += rows.pixelsPerRow
            }
            let end = rows.target + (column &+ height &* rows.pixelsPerRow)
            while place < end {
                let next = place + rows.pixelsPerRow
                let (one, other) = (FourPixels(at: place), FourPixels(at: next))
                if FourPixels.areBoth(one, other, equalTo: below) {
                    result.store(at: place)
                    result.store(at: next)
                } else {
                    blend(one, at: place)
                    blend(other, at: next)
                }
                place = next + rows.pixelsPerRow
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
