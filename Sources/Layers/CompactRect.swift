import Drawing

/// A rectangle of pixels in half the memory, for properties that every layer has.
struct CompactRect {
    private let x: Int32
    private let y: Int32
    private let width: Int32
    private let height: Int32

    init(_ rect: PixelRect) {
        x = Int32(clamping: rect.x)
        y = Int32(clamping: rect.y)
        width = Int32(clamping: rect.width)
        height = Int32(clamping: rect.height)
    }

    /// The rectangle.
    @inline(__always)
    var rect: PixelRect {
        PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }
}
