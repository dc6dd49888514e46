/// The rectangles of a region, without overlaps: bands from top to bottom, each from left to right.
public struct RegionRects: RandomAccessCollection {
    let region: Region

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of rectangles.
    public var endIndex: Int { region.rectCount }

    /// A rectangle.
    public subscript(position: Int) -> PixelRect {
        precondition(indices.contains(position), "the index is out of range")
        return region.rect(at: position)
    }
}
