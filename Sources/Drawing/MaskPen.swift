/// Draws masks in one colour: glyphs and shadows.
struct MaskPen {
    private let color: FourPixels
    private let isOpaque: Bool

    init(_ color: Color) {
        self.color = FourPixels(repeating: color.premultipliedPixel)
        isOpaque = color.isOpaque
    }

    /// Draws a glyph over the pixels of a bitmap.
    ///
    /// - Parameters:
    ///   - glyph: The coverages.
    ///   - frame: The rectangle of the whole glyph in the bitmap.
    ///   - part: The part of it that is drawn, which is inside the bitmap.
    ///   - bitmap: The target.
    func draw(_ glyph: AtlasGlyph, _ frame: PixelRect, part: PixelRect, in bitmap: Bitmap) {
        let (bytesPerRow, pixelsPerRow) = (glyph.page.width, bitmap.stride / 4)
        let corner =
            (glyph.y &+ part.y &- frame.y) &* bytesPerRow &+ glyph.x &+ part.x &- frame.x
        let rows = Rows(
            coverages: UnsafeRawPointer(glyph.page.coverages) + corner,
            pixels: bitmap.pixels + (part.y &* pixelsPerRow &+ part.x), width: part.width,
            height: part.height, bytesPerRow: bytesPerRow, pixelsPerRow: pixelsPerRow)
        guard isOpaque, let known = known(on: glyph.page, over: rows.pixels.pointee) else {
            return draw(rows)
        }
        let background = FourPixels(repeating: known.background)
        rows.forEachFour { coverages, place in
            let below = FourPixels(at: place)
            guard below == background else {
                return color.over(below, covering: coverages).store(at: place)
            }
            place[0] = known.results[Int(coverages & 0xff)]
            place[1] = known.results[Int(coverages &>> 8 & 0xff)]
            place[2] = known.results[Int(coverages &>> 16 & 0xff)]
            place[3] = known.results[Int(coverages &>> 24)]
        }
        rows.forEachRest { coverage, place in
            if place.pointee == known.background {
                place.pointee = known.results[Int(coverage)]
            } else {
                place.pointee = drawn(coverage, over: FourPixels(repeating: place.pointee)).first
            }
        }
    }

    /// Draws a mask over the pixels of a bitmap.
    ///
    /// - Parameters:
    ///   - coverages: A byte for each pixel, and for those of padding between rows.
    ///   - bytesPerRow: The distance from one row to the next.
    ///   - rect: The pixels, which are inside the bitmap.
    ///   - bitmap: The target.
    func draw(
        _ coverages: UnsafePointer<UInt8>, bytesPerRow: Int, _ rect: PixelRect, in bitmap: Bitmap
    ) {
        draw(
            Rows(
                coverages: UnsafeRawPointer(coverages), pixels: bitmap.row(rect.y) + rect.x,
                width: rect.width, height: rect.height, bytesPerRow: bytesPerRow,
                pixelsPerRow: bitmap.stride / 4))
    }

    private func draw(_ rows: Rows) {
        rows.forEachFour { draw($0, $1) }
        rows.forEachRest { coverage, place in
            place.pointee = drawn(coverage, over: FourPixels(repeating: place.pointee)).first
        }
    }

    /// The results of blending the colour over a background, by coverage.
    private struct Known {
        let background: UInt32
        let results: UnsafeMutablePointer<UInt32>
    }

    private func known(on page: AtlasPage, over below: UInt32) -> Known? {
        page.known.note(UInt64(color.first) &<< 32 | UInt64(below)) {
            let results = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
            for coverage in 0...255 {
                let mixed = color.over(
                    FourPixels(repeating: below), covering: UInt32(coverage) &* 0x0101_0101)
                (results + coverage).initialize(to: mixed.first)
            }
            return results
        }
        guard page.known.colors &>> 32 == UInt64(color.first), let results = page.known.pixels
        else { return nil }
        return Known(background: page.known.background, results: results)
    }

    /// The part of a mask that is drawn.
    private struct Rows {
        var coverages: UnsafeRawPointer
        var pixels: UnsafeMutablePointer<UInt32>
        let width: Int
        let height: Int
        let bytesPerRow: Int
        let pixelsPerRow: Int

        /// Calls `body` with four coverages, the leftmost in the lowest byte, and their pixels,
        /// unless nothing is covered.
        @inline(__always)
        func forEachFour(_ body: (UInt32, UnsafeMutablePointer<UInt32>) -> Void) {
            var rows = self
            for _ in 0..<height {
                var x = FourPixels.count
                while x <= width {
                    let place = rows.coverages + (x &- FourPixels.count)
                    let four = UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
                    if four != 0 { body(four, rows.pixels + (x &- FourPixels.count)) }
                    x &+= FourPixels.count
                }
                rows.coverages += bytesPerRow
                rows.pixels += pixelsPerRow
            }
        }

        /// Calls `body` with each coverage in the columns that are left, and its pixel, unless
        /// nothing is covered.
        @inline(__always)
        func forEachRest(_ body: (UInt32, UnsafeMutablePointer<UInt32>) -> Void) {
            for x in width & ~(FourPixels.count &- 1)..<width {
                var (place, pixel) = (coverages + x, pixels + x)
                for _ in 0..<height {
                    let coverage = place.load(as: UInt8.self)
                    if coverage != 0 { body(UInt32(coverage), pixel) }
                    place += bytesPerRow
                    pixel += pixelsPerRow
                }
            }
        }
    }

    @inline(__always)
    private func draw(_ coverages: UInt32, _ place: UnsafeMutablePointer<UInt32>) {
        if coverages == .max, isOpaque { return color.store(at: place) }
        drawn(coverages, over: FourPixels(at: place)).store(at: place)
    }

    /// Four pixels with the colour over them.
    @inline(__always)
    private func drawn(_ coverages: UInt32, over below: FourPixels) -> FourPixels {
        isOpaque
            ? color.over(below, covering: coverages)
            : color.scaled(by: FourPixels.Factors(bytes: coverages)).over(below)
    }
}
