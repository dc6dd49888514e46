import Glibc

extension Bitmap {
    /// Whether another bitmap has the same size and the same pixels.
    public func looksLike(_ other: Bitmap) -> Bool {
        width == other.width && height == other.height && differingPixels(from: other).isEmpty
    }

    /// The pixels that differ from those of another bitmap of the same size.
    ///
    /// - Parameters:
    ///   - other: A bitmap of the same size.
    ///   - tolerance: The largest difference of a component, 0 to 255, that is ignored.
    public func differingPixels(from other: Bitmap, tolerance: Int = 0) -> Region {
        precondition(width == other.width && height == other.height, "the sizes differ")
        var region = Region()
        // Most rows of most pictures are the same.
        for y in 0..<height where !hasSameBytes(as: other, inRow: y) {
            var start: Int?
            for x in 0...width {
                let differs = x < width && Self.differ(self[x, y], other[x, y], tolerance)
                if differs {
                    start = start ?? x
                } else if let first = start {
                    region.formUnion(PixelRect(x: first, y: y, width: x - first, height: 1))
                    start = nil
                }
            }
        }
        return region
    }

    private func hasSameBytes(as other: Bitmap, inRow y: Int) -> Bool {
        format == other.format
            && memcmp(
                pixels + y * (stride / 4), other.pixels + y * (other.stride / 4),
                width * MemoryLayout<UInt32>.size) == 0
    }

    private static func differ(_ one: UInt32, _ other: UInt32, _ tolerance: Int) -> Bool {
        guard one != other else { return false }
        return Swift.stride(from: 0, to: 32, by: 8).contains { shift in
            abs(Int(one >> shift & 0xff) - Int(other >> shift & 0xff)) > tolerance
        }
    }
}
