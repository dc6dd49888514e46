/// A rectangle of coverages, filled row by row with glyphs.
final class AtlasPage {
    /// The number of columns.
    let width: Int

    private let height: Int
    let coverages: UnsafeMutablePointer<UInt8>
    /// The results of blending a text's colour over another one, for each coverage.
    var known = KnownResults()
    private var nextX = 0
    private var rowY = 0
    private var rowHeight = 0

    /// An empty page.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        coverages = .allocate(capacity: width * height)
        coverages.initialize(repeating: 0, count: width * height)
    }

    deinit {
        coverages.deallocate()
        known.forget()
    }

    /// Reserves space for a glyph; `nil` if there is none left.
    func allocate(width: Int, height: Int) -> PixelPoint? {
        if nextX + width > self.width {
            rowY += rowHeight
            nextX = 0
            rowHeight = 0
        }
        guard nextX + width <= self.width, rowY + height <= self.height else { return nil }
        let place = PixelPoint(x: nextX, y: rowY)
        nextX += width
        rowHeight = max(rowHeight, height)
        return place
    }
}
