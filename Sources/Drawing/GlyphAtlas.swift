import CText

/// The glyphs of a font at a size, each rasterised once for each part of a pixel it may start at.
final class GlyphAtlas {
    /// At how many places within a pixel a glyph can start.
    static let phaseCount = 4

    /// So much is kept of each size, however many characters clients send as labels.
    private static let mostBytes = 4 << 20

    private struct Key: Hashable {
        let glyph: UInt32
        let phase: Int
    }

    private let file: FontFile
    private let size: Double
    private let pageSide: Int
    private let pageLimit: Int
    private var pages: [AtlasPage] = []
    private var glyphs: [Key: AtlasGlyph?] = [:]

    init(_ file: FontFile, size: Double) {
        self.file = file
        self.size = size
        // Room for a hundred letters of small text, and for some of the largest.
        pageSide = (Int(size) * 8 / 64 * 64).clamped(from: 128, to: 4096)
        pageLimit = max(1, min(16, Self.mostBytes / (pageSide * pageSide)))
    }

    /// A glyph, rasterised if it was not yet; nil if it is blank.
    ///
    /// It is to be drawn before the next is asked for: an atlas that has grown too large forgets
    /// them all.
    ///
    /// - Parameter phase: How far right of a pixel's edge it starts, in parts of `phaseCount`.
    func glyph(_ id: UInt32, phase: Int) -> AtlasGlyph? {
        let key = Key(glyph: id, phase: phase)
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
            // The pitch is negative where rows run upwards.
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
        // What clients send as labels must not fill the memory.
        if pages.count == pageLimit {
            pages = []
            glyphs = [:]
        }
        let page = AtlasPage(side: max(pageSide, (max(width, height) + 3) / 4 * 4))
        pages.append(page)
        guard let place = page.allocate(width: width, height: height) else {
            preconditionFailure("a new page has room for the glyph that it was made for")
        }
        return (page, place)
    }
}
