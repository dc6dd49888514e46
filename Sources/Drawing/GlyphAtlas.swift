import CText

/// The glyphs of a font at a size, rasterised once for each of the places within a pixel where they
/// may start.
final class GlyphAtlas {
    /// The number of places within a pixel where a glyph can start.
    static let phaseCount = 4

    /// The maximum memory of each size, in bytes, whatever characters clients send as labels.
    private static let mostBytes = 4 << 20

    private let file: FontFile
    private let size: Double
    private let pageSide: Int
    private let pageLimit: Int
    private var pages: [AtlasPage] = []
    /// By glyph and phase: a single integer is hashed fast.
    private var glyphs: [Int: AtlasGlyph?] = [:]

    init(_ file: FontFile, size: Double) {
        self.file = file
        self.size = size
        // Space for a hundred letters of small text, and for a few of the largest.
        pageSide = (Int(size) * 8 / 64 * 64).clamped(from: 128, to: 4096)
        pageLimit = max(1, min(16, Self.mostBytes / (pageSide * pageSide)))
    }

    /// A glyph, rasterised if needed; `nil` if it is blank.
    ///
    /// Draw it before requesting the next one: an atlas that is full is cleared.
    ///
    /// - Parameter phase: The distance of its start from a pixel's left edge, in units of
    ///   1/`phaseCount`.
    func glyph(_ id: UInt32, phase: Int) -> AtlasGlyph? {
        let key = Int(id) * Self.phaseCount + phase
        if let known = glyphs[key] { return known }
        var entry: AtlasGlyph?
        file.rasterize(glyph: id, size: size, phase: phase * 64 / Self.phaseCount) {
            entry = add($0, left: $1, top: $2)
        }
        glyphs[key] = .some(entry)
        return entry
    }

    private func add(_ bitmap: FT_Bitmap, left: Int, top: Int) -> AtlasGlyph {
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        let (page, place) = allocate(width: width, height: height)
        for y in 0..<height {
            // The pitch is negative if the rows run upwards.
            let row = bitmap.buffer + y * Int(bitmap.pitch)
            (page.coverages + (place.y + y) * page.side + place.x).update(from: row, count: width)
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
            glyphs = [:]
        }
        let page = AtlasPage(side: max(pageSide, (max(width, height) + 3) / 4 * 4))
        pages.append(page)
        guard let place = page.allocate(width: width, height: height) else {
            preconditionFailure("a new page must have space for the glyph that it was made for")
        }
        return (page, place)
    }
}
