/// A shape that computes how much of a pixel it covers.
///
/// The coverage depends on the pixel alone, never on other drawing. So a part of a shape that is
/// redrawn is identical to the bit. Eight neighbouring pixels are computed at once.
protocol Coverage {
    /// The columns of a row that may be covered.
    func columns(ofRow y: Int) -> Range<Int>

    /// The columns of a row that are in a hole of the shape; an empty range for none.
    func hole(ofRow y: Int) -> Range<Int>

    /// The columns of a row that are covered completely; an empty range if unknown.
    func solidColumns(ofRow y: Int) -> Range<Int>

    /// The coverage, 0 to 1, of the pixels with the centres (x, y).
    func coverage(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float>
}

extension Coverage {
    func hole(ofRow y: Int) -> Range<Int> { 0..<0 }

    func solidColumns(ofRow y: Int) -> Range<Int> { 0..<0 }
}

extension SIMD8<Float> {
    /// The centres of the pixels of a column and of the seven to its right.
    @inline(__always)
    init(centersFrom x: Int) {
        self = Float(x) + SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)
    }

    /// Each lane, clamped to 0...`most`.
    @inline(__always)
    func clamped(to most: Float) -> Self {
        let positive = replacing(with: 0, where: self .< 0)
        return positive.replacing(with: most, where: positive .> most)
    }

    @inline(__always)
    var magnitudes: Self { replacing(with: -self, where: self .< 0) }

    /// The nearest whole numbers to those of 0 to 255. Adding 2^23 leaves them in the low bits: the
    /// fastest rounding.
    @inline(__always)
    var rounded: SIMD8<UInt32> {
        unsafeBitCast(self + Float(1 << 23), to: SIMD8<UInt32>.self) & 0xff
    }
}

/// The columns from that of `start` to that of `end`, and up to one more.
@inline(__always)
func columns(from start: Float, to end: Float) -> Range<Int> {
    // Rounding down would call a function on some supported processors.
    let limit = Float(1 << 20)
    // With the arguments in this order, NaN becomes limit.
    let first = Int(max(-limit, min(limit, start))) &- 1
    let last = Int(max(-limit, min(limit, end))) &+ 1
    return first < last ? first..<last : 0..<0
}
