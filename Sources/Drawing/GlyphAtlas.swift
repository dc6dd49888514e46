import CText

/// The glyphs of a font at a size, rasterised once for each of the places within a pixel where they
/// may start.
final class GlyphAtlas {
    /// The number of places within a pixel where a glyph can start: a power of two.
    static let phaseCount = 4

    /// The maximum memory of each size, in bytes, whatever characters clients send as labels.
    private static let mostBytes = 4 << 20

    private let file: FontFile
    private let size: Double
    private let pageWidth: Int
    private let pageHeight: Int
    private let pageLimit: Int
    private var pages: [AtlasPage] = []
    private var glyphs: [AtlasGlyph] = []
    /// The index of each glyph and phase in `glyphs`; below 0 if it is blank.
    private var indices: [Int32: Int32] = [:]
    /// The last of them, each at the place that its key determines: a value is drawn again and
    /// again, and the dictionary's hash takes longer than a multiplication.
    private var recent = [(key: Int32, index: Int32)](repeating: (-1, 0), count: 1 << recentBits)
    private static let recentBits = 8

    init(_ file: FontFile, size: Double) {
        self.file = file
        self.size = size
        // Space for two dozen letters: a desk has few texts in most sizes.
        pageWidth = (Int(size) * 8 / 64 * 64).clamped(from: 128, to: 4096)
        pageHeight = pageWidth / 4
        pageLimit = max(1, min(64, Self.mostBytes / (pageWidth * pageHeight)))
    }

    /// A glyph, rasterised if needed; `nil` if it is blank.
    ///
    /// Draw it before requesting the next one: an atlas that is full is cleared.
    ///
    /// - Parameter phase: The distance of its start from a pixel's left edge, in units of
    ///   1/`phaseCount`.
    func glyph(_ id: UInt32, phase: Int) -> AtlasGlyph? {
        // Glyphs have 16 bits.
        let key = Int32(truncatingIfNeeded: Int(id) &* Self.phaseCount &+ phase)
        let place = Int((UInt32(bitPattern: key) &* 0x9e37_79b1) >> (32 - Self.recentBits))
        if recent[place].key != key {
            // Not in one step: the atlas may be cleared on the way.
            let index = index(of: id, phase, key)
            recent[place] = (key, index)
        }
        let index = Int(recent[place].index)
        return index < 0 ? nil : glyphs[index]
    }

    private func index(of id: UInt32, _ phase: Int, _ key: Int32) -> Int32 {
        if let known = indices[key] { return known }
        var entry: AtlasGlyph?
        file.rasterize(glyph: id, size: size, phase: phase * 64 / Self.phaseCount) {
            entry = add($0, left: $1, top: $2)
        }
        let index = entry == nil ? -1 : Int32(glyphs.count)
        if let entry { glyphs.append(entry) }
        indices[key] = index
        return index
    }

    private func add(_ bitmap: FT_Bitmap, left: Int, top: Int) -> AtlasGlyph {
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        let (page, place) = allocate(width: width, height: height)
        for y in 0..<height {
            // The pitch is negative if the rows run upwards.
            let row = bitmap.buffer + y * Int(bitmap.pitch)
            (page.coverages + (place.y + y) * page.width + place.x).update(from: row, count: width)
        }
        return AtlasGlyph(
            page: page, x: place.x, y: place.y, width: width, height: height, left: left, top: top)
    }

    private func allocate(width: Int, height: Int) -> (AtlasPage, PixelPoint) {
        if let page = pages.last, let place = page.allocate(width: width, height: height) {
            return (page, place)
        }
        // The labels of clients must not fill the memory.
        if pages.count == pageLimit {
            pages = []
            glyphs = []
            indices = [:]
            for place in recent.indices { recent[place].key = -1 }
        }
        let page = AtlasPage(width: max(pageWidth, width), height: max(pageHeight, height))
        pages.append(page)
        guard let place = page.allocate(width: width, height: height) else {
            preconditionFailure("a new page must have space for the glyph that it was made for")
        }
        return (page, place)
    }
}
