/// Blends a gradient into pixels, weighted by the coverage of a shape.
struct GradientPen {
    /// A pixel's position is across.x·x + across.y·y + across.z; of a radial gradient, the length
    /// of this and the same of `below`.
    private let across, below: SIMD3<Float>
    private let isRadial: Bool
    /// From the first stop to the last one.
    private let sections: [Section]
    /// The positions of the first stop and the last one.
    private let first, last: Float

    /// The colours from a stop to the next one.
    private struct Section {
        let start: Float
        /// The components at the position 0 and their growth: blue, green, red and alpha, up to
        /// 255, without the alpha multiplied in.
        let base, slope: SIMD4<Float>

        init(from one: Gradient.Stop, to other: Gradient.Stop) {
            start = Float(one.location)
            slope =
                (Self.components(of: other) - Self.components(of: one))
                / Float(other.location - one.location)
            base = Self.components(of: one) - slope * start
        }

        init(from stop: Gradient.Stop) {
            (start, base, slope) = (Float(stop.location), Self.components(of: stop), .zero)
        }

        private static func components(of stop: Gradient.Stop) -> SIMD4<Float> {
            let color = stop.color
            return 255
                * SIMD4(
                    Float(color.blue), Float(color.green), Float(color.red), Float(color.alpha))
        }
    }

    /// The components of pixels, up to 255, without the alpha multiplied in.
    private struct Components {
        var blue, green, red, alpha: SIMD8<Float>

        @inline(__always)
        init(_ section: Section, _ positions: SIMD8<Float>) {
            blue = positions * section.slope[0] + section.base[0]
            green = positions * section.slope[1] + section.base[1]
            red = positions * section.slope[2] + section.base[2]
            alpha = positions * section.slope[3] + section.base[3]
        }

        @inline(__always)
        mutating func replace(with other: Self, where mask: SIMDMask<SIMD8<Int32>>) {
            blue.replace(with: other.blue, where: mask)
            green.replace(with: other.green, where: mask)
            red.replace(with: other.red, where: mask)
            alpha.replace(with: other.alpha, where: mask)
        }
    }

    /// A pen for a paint; `nil` if it is one colour, or its gradient has no stops. All of a
    /// gradient without a length is beyond its end.
    ///
    /// - Parameter transform: From the paint's coordinates to the pixels.
    init?(_ paint: Paint, _ transform: AffineTransform) {
        let gradient: Gradient
        let inverse = transform.inverted() ?? .identity
        /// The factors by which x·x′ + y·y′ + start is computed from a pixel's place, whose place
        /// in the paint's coordinates is (x′, y′).
        func position(_ x: Double, _ y: Double, _ start: Double) -> SIMD3<Float> {
            let factors = SIMD3(
                x * inverse.a + y * inverse.b, x * inverse.c + y * inverse.d,
                x * inverse.tx + y * inverse.ty + start)
            return factors.x.isFinite && factors.y.isFinite && factors.z.isFinite
                ? SIMD3<Float>(factors) : SIMD3(0, 0, .greatestFiniteMagnitude)
        }
        switch paint {
        case .color: return nil
        case .linear(let colors, let from, let to):
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let square = dx * dx + dy * dy
            across = position(
                dx / square, dy / square, -(from.x * dx + from.y * dy) / square)
            below = .zero
            isRadial = false
            gradient = colors
        case .radial(let colors, let center, let radius):
            across = position(1 / radius, 0, -center.x / radius)
            below = position(0, 1 / radius, -center.y / radius)
            isRadial = true
            gradient = colors
        }
        let stops = gradient.stops.sorted { $0.location < $1.location }
        guard let first = stops.first, let last = stops.last else { return nil }
        (self.first, self.last) = (Float(first.location), Float(last.location))
        var sections: [Section] = []
        for (one, other) in zip(stops, stops.dropFirst()) where one.location < other.location {
            sections.append(Section(from: one, to: other))
        }
        // Where several stops are at the end, the last one counts.
        let isSharp = stops.count < 2 || stops[stops.count - 2].location == last.location
        if isSharp || sections.isEmpty { sections.append(Section(from: last)) }
        self.sections = sections
    }

    /// Whether each row has one colour.
    var isEvenInRows: Bool { across.x == 0 && !isRadial }

    /// Whether each column has one colour.
    var isEvenInColumns: Bool { across.y == 0 && !isRadial }

    /// The colour of the pixel with a centre.
    func color(x: Float, y: Float) -> Color {
        let components = components(SIMD8(repeating: x), y)
        return Color(
            red: Double(components.red[0] / 255), green: Double(components.green[0] / 255),
            blue: Double(components.blue[0] / 255), alpha: Double(components.alpha[0] / 255))
    }

    /// Colours some columns by the coverage of a shape.
    ///
    /// - Parameter solid: The columns that are covered completely.
    @inline(__always)
    func draw(
        _ shape: some Coverage, _ row: UnsafeMutablePointer<UInt32>, width: Int,
        _ columns: Range<Int>, solid: Range<Int>, _ y: Int
    ) {
        let centerY = Float(y) + 0.5
        CoveragePen.forEachEight(row, width: width, columns) { x, old in
            let centers = SIMD8<Float>(centersFrom: x)
            let new = components(centers, centerY)
            let isSolid = solid.lowerBound <= x && x &+ 8 <= solid.upperBound
            let coverage = isSolid ? SIMD8(repeating: 1) : shape.coverage(centers, centerY)
            return CoveragePen.mixed(
                old, CoveragePen.halves(new.red.rounded &<< 16 | new.blue.rounded),
                CoveragePen.halves(new.green.rounded | 0x00ff_0000), new.alpha * coverage)
        }
    }

    @inline(__always)
    private func components(_ x: SIMD8<Float>, _ y: Float) -> Components {
        var positions = x * across.x + (y * across.y + across.z)
        if isRadial {
            let below = x * below.x + (y * below.y + below.z)
            positions = (positions * positions + below * below).squareRoot()
        }
        positions.replace(with: first, where: positions .< first)
        positions.replace(with: last, where: positions .> last)
        var components = Components(sections[0], positions)
        for section in sections.dropFirst() {
            components.replace(
                with: Components(section, positions), where: positions .>= section.start)
        }
        return components
    }
}
