/// The results of blending that is done again and again in the same colours, as a fader's cap and a
/// value are drawn over their strip.
struct KnownResults {
    /// The colour below, as a pixel, and in the higher half what else the results depend on.
    private(set) var colors: UInt64 = 0
    /// The results for these colours; `nil` while the colours may change.
    private(set) var pixels: UnsafeMutablePointer<UInt32>?
    /// How often the colours were seen, less how often others were.
    private var count = 0

    /// How often colours must be seen until the results are worth their memory.
    private static let enough = 64

    /// The colour below.
    var background: UInt32 { UInt32(truncatingIfNeeded: colors) }

    /// Notes the colours that are about to be blended.
    ///
    /// - Parameter compute: Allocates the results, if they are not too many.
    @inline(__always)
    mutating func note(_ colors: UInt64, _ compute: () -> UnsafeMutablePointer<UInt32>?) {
        if colors == self.colors {
            guard count < Self.enough else { return }
            count &+= 1
            if count == Self.enough, pixels == nil { pixels = compute() }
        } else if count > 0 {
            count &-= 1
        } else {
            forget()
            self.colors = colors
        }
    }

    /// Frees the results.
    mutating func forget() {
        pixels?.deallocate()
        pixels = nil
    }
}
