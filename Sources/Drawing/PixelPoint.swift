/// A pixel of a bitmap, or the distance between two, in whole pixels; y grows downwards.
public struct PixelPoint: Hashable, Sendable {
    /// The column.
    public var x: Int

    /// The row.
    public var y: Int

    /// The upper-left pixel.
    public static let zero = PixelPoint(x: 0, y: 0)

    /// The pixel in this column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
