/// The rectangles of a region: bands from top to bottom, left to right in each, none overlapping.
public struct RegionRects: RandomAccessCollection {
    let region: Region

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of rectangles.
    public var endIndex: Int { region.rectCount }

    /// A rectangle.
    public subscript(position: Int) -> PixelRect {
        precondition(indices.contains(position), "no such rectangle")
        return region.rect(at: position)
    }
}
