/// Blends a colour into pixels, weighted by the coverage of a shape.
struct CoveragePen {
    private let pixel: UInt32
    private let isOpaque: Bool
    /// The colour's components without its alpha, two of each pixel in one element.
    private let redBlue: SIMD16<UInt16>
    private let alphaGreen: SIMD16<UInt16>
    /// The colour's alpha, 0 to 255.
    private let alpha: Float

    init(_ color: Color) {
        let opaque = color.withAlpha(1).premultipliedPixel
        pixel = opaque
        isOpaque = color.isOpaque
        alpha = Float(color.alpha * 255)
        redBlue = Self.halves(SIMD8(repeating: opaque & 0x00ff_00ff))
        alphaGreen = Self.halves(SIMD8(repeating: opaque >> 8 & 0x00ff_00ff))
    }

    /// Colours columns that are covered completely.
    @inline(__always)
    func fill(_ row: UnsafeMutablePointer<UInt32>, width: Int, _ columns: Range<Int>) {
        if isOpaque {
            (row + columns.lowerBound).update(repeating: pixel, count: columns.count)
        } else {
            Self.forEachEight(row, width: width, columns) { _, old in
                blended(old, SIMD8(repeating: 1))
            }
        }
    }

    /// Colours some columns by the coverage of a shape.
    @inline(__always)
    func draw(
        _ shape: some Coverage, _ row: UnsafeMutablePointer<UInt32>, width: Int,
        _ columns: Range<Int>, _ y: Int
    ) {
        let centerY = Float(y) + 0.5
        Self.forEachEight(row, width: width, columns) { x, old in
            let centers = SIMD8<Float>(centersFrom: x)
            return blended(old, shape.coverage(centers, centerY))
        }
    }

    /// Colours a column by the coverage of a shape, which is the same in all rows. There is at
    /// least one row.
    func draw(
        _ shape: some Coverage, _ pixels: UnsafeMutablePointer<UInt32>, column x: Int,
        _ rows: Range<Int>, pixelsPerRow: Int
    ) {
        let center = SIMD8<Float>(repeating: Float(x) + 0.5)
        let coverage = shape.coverage(center, Float(rows.lowerBound) + 0.5)[0]
        let alpha = (coverage * alpha + Float(1 << 23)).bitPattern & 0xff
        let newRedBlue = (pixel & 0x00ff_00ff) &* alpha &+ 0x0080_0080
        let newAlphaGreen = (pixel &>> 8 & 0x00ff_00ff) &* alpha &+ 0x0080_0080
        let rest = 255 &- alpha
        func blended(_ old: UInt32) -> UInt32 {
            let redBlue = Self.divided(newRedBlue &+ (old & 0x00ff_00ff) &* rest)
            let alphaGreen = Self.divided(newAlphaGreen &+ (old &>> 8 & 0x00ff_00ff) &* rest)
            return redBlue | alphaGreen &<< 8
        }
        var place = pixels + (rows.lowerBound &* pixelsPerRow &+ x)
        // Neighbouring rows often have the same pixel below, and then the same result.
        var below = place.pointee
        var result = blended(below)
        for _ in rows {
            let old = place.pointee
            if old != below { (below, result) = (old, blended(old)) }
            place.pointee = result
            place += pixelsPerRow
        }
    }

    /// Two sums, divided by 255.
    @inline(__always)
    private static func divided(_ sums: UInt32) -> UInt32 {
        (sums &+ (sums &>> 8 & 0x00ff_00ff)) &>> 8 & 0x00ff_00ff
    }

    /// Replaces pixels, eight at a time. `body` is called in one place, because it becomes a part
    /// of each function that draws a shape, and is large.
    ///
    /// - Parameter width: How many pixels the row has. Those beside the columns keep their values.
    @inline(__always)
    static func forEachEight(
        _ row: UnsafeMutablePointer<UInt32>, width: Int, _ columns: Range<Int>,
        _ body: (Int, SIMD8<UInt32>) -> SIMD8<UInt32>
    ) {
        guard !columns.isEmpty else { return }
        let isNarrow = width < 8
        var few = SIMD8<UInt32>()
        if isNarrow { for lane in 0..<width { few[lane] = row[lane] } }
        // Near the end of the row, its last eight pixels are replaced.
        var x = isNarrow ? 0 : min(columns.lowerBound, width &- 8)
        var start = columns.lowerBound
        while true {
            let place = UnsafeMutableRawPointer(row + x)
            let old = isNarrow ? few : place.loadUnaligned(as: SIMD8<UInt32>.self)
            var new = body(x, old)
            let end = columns.upperBound &- x
            if x < start || end < 8 {
                // The compiler compares lanes of whole numbers one by one.
                let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
                let isOutside = lanes .< Float(start &- x) .| lanes .>= Float(end)
                new.replace(with: old, where: isOutside)
            }
            if isNarrow {
                for lane in 0..<width { row[lane] = new[lane] }
                return
            }
            place.storeBytes(of: new, as: SIMD8<UInt32>.self)
            start = x &+ 8
            if start >= columns.upperBound { return }
            x = min(start, width &- 8)
        }
    }

    @inline(__always)
    private func blended(_ old: SIMD8<UInt32>, _ coverage: SIMD8<Float>) -> SIMD8<UInt32> {
        Self.mixed(old, redBlue, alphaGreen, coverage * alpha)
    }

    /// Pixels where opaque ones cover them in part.
    ///
    /// - Parameters:
    ///   - redBlue: Two of each new pixel's components.
    ///   - alphaGreen: The other two.
    ///   - coverage: How much of each pixel is covered, 0 to 255.
    @inline(__always)
    static func mixed(
        _ old: SIMD8<UInt32>, _ redBlue: SIMD16<UInt16>, _ alphaGreen: SIMD16<UInt16>,
        _ coverage: SIMD8<Float>
    ) -> SIMD8<UInt32> {
        let alphas = coverage.rounded
        let here = halves(alphas | alphas &<< 16)
        let there = here ^ 255
        let newRedBlue = mixed(redBlue, here, halves(old & 0x00ff_00ff), there)
        let newAlphaGreen = mixed(alphaGreen, here, halves(old &>> 8 & 0x00ff_00ff), there)
        return unsafeBitCast(newRedBlue, to: SIMD8<UInt32>.self)
            | unsafeBitCast(newAlphaGreen, to: SIMD8<UInt32>.self) &<< 8
    }

    /// The weighted mean; the division by 255 uses shifts.
    @inline(__always)
    private static func mixed(
        _ new: SIMD16<UInt16>, _ here: SIMD16<UInt16>, _ old: SIMD16<UInt16>,
        _ there: SIMD16<UInt16>
    ) -> SIMD16<UInt16> {
        let sum = new &* here &+ old &* there &+ 128
        return (sum &+ sum &>> 8) &>> 8
    }

    @inline(__always)
    static func halves(_ pixels: SIMD8<UInt32>) -> SIMD16<UInt16> {
        unsafeBitCast(pixels, to: SIMD16<UInt16>.self)
    }
}
