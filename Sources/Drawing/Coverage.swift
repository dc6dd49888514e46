/// A shape that says how much of a pixel it covers.
///
/// The answer depends on the pixel alone, never on what else is drawn: a part of a shape that is
/// drawn anew is the same to the bit. Eight pixels beside one another are asked for at once.
protocol Coverage {
    /// The columns of a row outside of which nothing is covered.
    func columns(ofRow y: Int) -> Range<Int>

    /// The columns of a row that lie in a hole of the shape; an empty range for none.
    func hole(ofRow y: Int) -> Range<Int>

    /// The columns of a row that are covered completely; an empty range where that is not known.
    func solidColumns(ofRow y: Int) -> Range<Int>

    /// How much is covered, 0 to 1, of the pixels with the centres (x, y).
    func coverage(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float>
}

extension Coverage {
    func hole(ofRow y: Int) -> Range<Int> { 0..<0 }

    func solidColumns(ofRow y: Int) -> Range<Int> { 0..<0 }
}

extension SIMD8<Float> {
    /// Each lane brought inside 0...`most`.
    @inline(__always)
    func clamped(to most: Float) -> Self {
        let positive = replacing(with: 0, where: self .< 0)
        return positive.replacing(with: most, where: positive .> most)
    }

    @inline(__always)
    var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}

/// The columns from the one that `start` is in to the one that `end` is in, or a column more.
@inline(__always)
func columns(from start: Float, to end: Float) -> Range<Int> {
    // Rounding down would call a function on processors that we run on.
    let limit = Float(1 << 20)
    let first = Int(max(min(start, limit), -limit)) &- 1
    let last = Int(max(min(end, limit), -limit)) &+ 1
    return first < last ? first..<last : 0..<0
}
