/// The colour that a sprite is drawn over again and again, as a fader's cap is, and what its pixels
/// become over it.
struct KnownBackground {
    /// The colour, as a premultiplied pixel.
    private(set) var color: UInt32 = 0
    /// What each pixel of the sprite becomes over the colour; `nil` while the colour may change.
    private(set) var results: UnsafeMutablePointer<UInt32>?
    /// How often the colour was seen, less how often another one was.
    private var count = 0

    /// How often a colour must be seen until the results are worth their memory.
    private static let enough = 64
    /// The number of pixels of a sprite that is too large for a second copy.
    private static let tooMany = 1 << 14

    /// Notes a pixel that a sprite is about to be drawn over.
    mutating func note(_ below: UInt32, _ pixels: UnsafeMutableBufferPointer<UInt32>) {
        if below == color {
            guard count < Self.enough, pixels.count < Self.tooMany else { return }
            count &+= 1
            if count == Self.enough, results == nil { results = Self.results(pixels, over: color) }
        } else if count > 0 {
            count &-= 1
        } else {
            forget()
            color = below
        }
    }

    private static func results(
        _ pixels: UnsafeMutableBufferPointer<UInt32>, over color: UInt32
    ) -> UnsafeMutablePointer<UInt32> {
        let results = UnsafeMutablePointer<UInt32>.allocate(capacity: pixels.count)
        for (index, pixel) in pixels.enumerated() {
            (results + index).initialize(to: FourPixels(repeating: pixel).over(color))
        }
        return results
    }

    /// Frees the results.
    mutating func forget() {
        results?.deallocate()
        results = nil
    }
}
