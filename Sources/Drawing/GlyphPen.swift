/// Draws glyphs in one colour.
struct GlyphPen {
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
        let (pageWidth, pixelsPerRow) = (glyph.page.width, bitmap.stride / 4)
        let corner = (glyph.y &+ part.y &- frame.y) &* pageWidth &+ glyph.x &+ part.x &- frame.x
        var coverages = UnsafeRawPointer(glyph.page.coverages) + corner
        var pixels = bitmap.pixels + (part.y &* pixelsPerRow &+ part.x)
        for _ in 0..<part.height {
            if part.width < FourPixels.count {
                drawNarrowRow(coverages, pixels, part.width)
            } else {
                drawRow(coverages, pixels, part.width)
            }
            coverages += pageWidth
            pixels += pixelsPerRow
        }
    }

    @inline(__always)
    private func drawRow(
        _ coverages: UnsafeRawPointer, _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        let last = width &- FourPixels.count
        var (x, mask) = (0, UInt32.max)
        while true {
            draw(Self.fourCoverages(coverages + x) & mask, pixels + x)
            if x == last { return }
            x &+= FourPixels.count
            if x > last {
                // The last four, of which the first are done already.
                mask &<<= UInt32(truncatingIfNeeded: x &- last) &* 8
                x = last
            }
        }
    }

    @inline(never)
    private func drawNarrowRow(
        _ coverages: UnsafeRawPointer, _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        for x in 0..<width {
            let coverage = UInt32(coverages.load(fromByteOffset: x, as: UInt8.self))
            pixels[x] = drawn(coverage, over: FourPixels(repeating: pixels[x])).first
        }
    }

    /// Four coverages, the leftmost in the lowest byte.
    @inline(__always)
    private static func fourCoverages(_ place: UnsafeRawPointer) -> UInt32 {
        UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    }

    @inline(__always)
    private func draw(_ coverages: UInt32, _ place: UnsafeMutablePointer<UInt32>) {
        if coverages == 0 { return }
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
