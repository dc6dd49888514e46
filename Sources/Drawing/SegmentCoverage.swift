/// A straight line, such as the pointer of a knob.
struct SegmentCoverage: Coverage {
    private let fromX, fromY: Float
    /// The direction, with length one; zero for a point.
    private let alongX, alongY: Float
    private let length: Float
    /// Half the line's width.
    private let half: Float
    private let isRound: Bool
    private let left, right: Float
    /// How far the middle moves with each row, and half the width of a row's part of the line.
    private let drift, breadth: Float

    init(from: Point, to: Point, width: Double, cap: LineCap) {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let whole = (dx * dx + dy * dy).squareRoot()
        let along = whole > 0 ? Point(x: dx / whole, y: dy / whole) : .zero
        // A line with square caps is a longer one with butt caps.
        let more = cap == .square ? width / 2 : 0
        fromX = Float(from.x - more * along.x)
        fromY = Float(from.y - more * along.y)
        alongX = Float(along.x)
        alongY = Float(along.y)
        length = Float(whole + 2 * more)
        half = Float(width / 2)
        isRound = cap == .round
        let reach = half + Float(more) + 1
        left = Float(min(from.x, to.x)) - reach
        right = Float(max(from.x, to.x)) + reach
        let isLevel = abs(alongY) < 0.01
        drift = isLevel ? 0 : alongX / alongY
        breadth = isLevel ? .infinity : (half + 1) / abs(alongY)
    }

    func columns(ofRow y: Int) -> Range<Int> {
        // The columns of the infinite line, as far as the segment may reach.
        let middle = fromX + (Float(y) + 0.5 - fromY) * drift
        return Drawing.columns(from: max(left, middle - breadth), to: min(right, middle + breadth))
    }

    @inline(__always)
    func coverage(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float> {
        let most = min(1, 2 * half)
        let dx = x - fromX
        let dy = SIMD8<Float>(repeating: y - fromY)
        let along = dx * alongX + dy * alongY
        guard isRound else {
            let aside = (dy * alongX - dx * alongY).magnitudes
            let ends = (length / 2 + 0.5 - (along - length / 2).magnitudes)
                .clamped(to: min(1, length))
            return (half + 0.5 - aside).clamped(to: most) * ends
        }
        let nearest = along.clamped(to: length)
        let awayX = dx - nearest * alongX
        let awayY = dy - nearest * alongY
        return (half + 0.5 - (awayX * awayX + awayY * awayY).squareRoot()).clamped(to: most)
    }
}
