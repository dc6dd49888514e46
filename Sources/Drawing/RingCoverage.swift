/// A part of a ring with round ends: the value arc of a knob.
struct RingCoverage: Coverage {
    private let centerX, centerY: Float
    private let radius: Float
    /// Half the line's width.
    private let half: Float
    private let isWhole: Bool
    /// The directions of the ends, the second one clockwise from the first.
    private let startX, startY, endX, endY: Float
    private let isMoreThanHalf: Bool
    /// The columns and rows that may be touched.
    private var (columns, rows) = (0..<0, 0..<0)
    /// Which ends are near the requested pixels.
    private var hasStartCap = false
    private var hasEndCap = false

    /// The part from `start` clockwise to `end`; the whole ring if that is a turn or more.
    ///
    /// - Parameter rect: The pixels that will be requested.
    init(
        center: Point, radius: Double, width: Double, start: Angle, end: Angle, in rect: PixelRect
    ) {
        centerX = Float(center.x)
        centerY = Float(center.y)
        self.radius = Float(radius)
        half = Float(width / 2)
        let sweep = (end - start).radians
        isWhole = sweep >= 2 * .pi
        isMoreThanHalf = sweep > .pi
        startX = Float(start.cosine)
        startY = Float(start.sine)
        endX = Float(end.cosine)
        endY = Float(end.sine)
        var (left, top) = (min(startX, endX), min(startY, endY))
        var (right, bottom) = (max(startX, endX), max(startY, endY))
        // A quarter each, and then again.
        let (x, y) = (
            SIMD8<Float>(1, 0, -1, 0, 1, 0, -1, 0), SIMD8<Float>(0, 1, 0, -1, 0, 1, 0, -1)
        )
        let isInside = isInside(x, y)
        for lane in 0..<4 where isWhole || isInside[lane] {
            (left, top) = (min(left, x[lane]), min(top, y[lane]))
            (right, bottom) = (max(right, x[lane]), max(bottom, y[lane]))
        }
        let reach = half + 1
        columns = Drawing.columns(
            from: centerX + self.radius * left - reach, to: centerX + self.radius * right + reach)
        rows = Drawing.columns(
            from: centerY + self.radius * top - reach, to: centerY + self.radius * bottom + reach)
        guard !isWhole else { return }
        hasStartCap = reaches(rect, startX, startY)
        hasEndCap = reaches(rect, endX, endY)
    }

    private func reaches(_ rect: PixelRect, _ x: Float, _ y: Float) -> Bool {
        let (x, y) = (centerX + radius * x, centerY + radius * y)
        let reach = half + 1
        return x + reach > Float(rect.minX) && x - reach < Float(rect.maxX)
            && y + reach > Float(rect.minY) && y - reach < Float(rect.maxY)
    }

    @inline(__always)
    func columns(ofRow y: Int) -> Range<Int> {
        guard rows.contains(y) else { return 0..<0 }
        let reach = radius + half + 0.5
        let away = Float(y) + 0.5 - centerY
        let chord = reach * reach - away * away
        guard chord > 0 else { return 0..<0 }
        let side = chord.squareRoot() + 1
        return Drawing.columns(from: centerX - side, to: centerX + side).clamped(to: columns)
    }

    @inline(__always)
    func hole(ofRow y: Int) -> Range<Int> {
        let reach = radius - half - 0.5
        let away = Float(y) + 0.5 - centerY
        let chord = reach * reach - away * away
        guard reach > 0, chord > 16 else { return 0..<0 }
        let side = chord.squareRoot() - 3
        return Drawing.columns(from: centerX - side, to: centerX + side)
    }

    @inline(__always)
    func coverage(_ x: SIMD8<Float>, _ y: Float) -> SIMD8<Float> {
        let dx = x - centerX
        let dy = SIMD8<Float>(repeating: y - centerY)
        let most = min(1, 2 * half)
        let distance = (dx * dx + dy * dy).squareRoot() - radius
        var covered = (half + 0.5 - distance.magnitudes).clamped(to: most)
        if isWhole { return covered }
        covered = SIMD8<Float>(repeating: 0).replacing(with: covered, where: isInside(dx, dy))
        if hasStartCap, isNear(y, startY) {
            covered = covered.joined(cap(dx, dy, startX, startY, most))
        }
        if hasEndCap, isNear(y, endY) { covered = covered.joined(cap(dx, dy, endX, endY, most)) }
        return covered
    }

    /// Whether a row reaches the end in a direction.
    @inline(__always)
    private func isNear(_ y: Float, _ direction: Float) -> Bool {
        (y - centerY - radius * direction).magnitude < half + 1
    }

    /// Which directions from the centre are between the ends.
    @inline(__always)
    private func isInside(_ dx: SIMD8<Float>, _ dy: SIMD8<Float>) -> SIMDMask<SIMD8<Int32>> {
        let isPastStart = (startX * dy - startY * dx) .>= 0
        let isBeforeEnd = (dx * endY - dy * endX) .>= 0
        return isMoreThanHalf ? isPastStart .| isBeforeEnd : isPastStart .& isBeforeEnd
    }

    @inline(__always)
    private func cap(
        _ dx: SIMD8<Float>, _ dy: SIMD8<Float>, _ x: Float, _ y: Float, _ most: Float
    ) -> SIMD8<Float> {
        let capX = dx - radius * x
        let capY = dy - radius * y
        return (half + 0.5 - (capX * capX + capY * capY).squareRoot()).clamped(to: most)
    }
}

extension SIMD8<Float> {
    /// The greater one of each pair of lanes.
    @inline(__always)
    fileprivate func joined(_ other: Self) -> Self { replacing(with: other, where: other .> self) }
}
