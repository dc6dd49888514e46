/// A square of coverages, filled row by row with glyphs.
final class AtlasPage {
    /// The number of columns, and of rows.
    let side: Int

    let coverages: UnsafeMutablePointer<UInt8>
    private var nextX = 0
    private var rowY = 0
    private var rowHeight = 0

    /// An empty page.
    init(side: Int) {
        self.side = side
        coverages = .allocate(capacity: side * side)
        coverages.initialize(repeating: 0, count: side * side)
    }

    deinit {
        coverages.deallocate()
    }

    /// Reserves space for a glyph; `nil` if there is none left.
    func allocate(width: Int, height: Int) -> PixelPoint? {
        if nextX + width > side {
            rowY += rowHeight
            nextX = 0
            rowHeight = 0
        }
        guard nextX + width <= side, rowY + height <= side else { return nil }
        let place = PixelPoint(x: nextX, y: rowY)
        nextX += width
        rowHeight = max(rowHeight, height)
        return place
    }
}
