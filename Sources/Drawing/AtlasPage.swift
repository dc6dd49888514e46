import CCairo

/// A square of coverages, filled row by row with glyphs.
final class AtlasPage {
    /// The number of columns, and of rows.
    let side: Int

    let image: OpaquePointer
    let coverages: UnsafeMutablePointer<UInt8>
    private var nextX = 0
    private var rowY = 0
    private var rowHeight = 0

    /// An empty page.
    ///
    /// - Parameter side: A multiple of 4, because pixman requires rows of whole words.
    init(side: Int) {
        self.side = side
        let memory = UnsafeMutableRawPointer.allocate(byteCount: side * side, alignment: 64)
        coverages = memory.initializeMemory(as: UInt8.self, repeating: 0, count: side * side)
        guard
            let image = pixman_image_create_bits(
                PIXMAN_a8, Int32(side), Int32(side), memory.assumingMemoryBound(to: UInt32.self),
                Int32(side))
        else { preconditionFailure("out of memory") }
        self.image = image
    }

    deinit {
        pixman_image_unref(image)
        UnsafeMutableRawPointer(coverages).deallocate()
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
