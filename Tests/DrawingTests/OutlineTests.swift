import Drawing
import TestVectors
import Testing

/// Paths that are no figures: what is drawn of them through a mask.
struct OutlineTests {
    private let bitmap = Bitmap(width: 100, height: 100)

    /// The sum of the opacities, in pixels.
    private func area(_ bitmap: Bitmap) -> Double {
        var sum = 0.0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width { sum += Double(bitmap[x, y] >> 24) / 255 }
        }
        return sum
    }

    private func line(_ points: (Double, Double)..., isClosed: Bool = false) -> Path {
        var path = Path()
        for (index, point) in points.enumerated() {
            let point = Point(x: point.0, y: point.1)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        if isClosed { path.closeSubpath() }
        return path
    }

    @Test func `a polygon has its mathematical area`() {
        Context(bitmap).fill(line((10.3, 10), (90, 20.7), (70.2, 90.1), isClosed: true), .white)
        // Half the cross product of two sides.
        #expect(abs(area(bitmap) - (79.7 * 80.1 - 10.7 * 59.9) / 2) < 2)
    }

    @Test func `a hole is what goes round the other way`() {
        var ring = line((10, 10), (90, 10), (90, 90), (10, 90), isClosed: true)
        ring.append(line((30, 30), (30, 70), (70, 70), (70, 30), isClosed: true))
        Context(bitmap).fill(ring, .white)
        #expect(bitmap[50, 50] == 0)
        #expect(bitmap[20, 50] == 0xffff_ffff)
        #expect(abs(area(bitmap) - (6400 - 1600)) < 1)
    }

    @Test(arguments: [
        (LineCap.butt, 240.0), (.square, 276), (.round, 240 + 9 * Double.pi),
    ])
    func `a line has the ends that it was given`(cap: LineCap, area: Double) {
        Context(bitmap).stroke(line((20, 50), (60, 50)), .white, width: 6, cap: cap)
        #expect(abs(self.area(bitmap) - area) < 1)
    }

    @Test(arguments: [
        (LineCap.butt, 0.0), (.square, 36), (.round, 9 * Double.pi),
    ])
    func `a line without a length is a dot, if it has ends`(cap: LineCap, area: Double) {
        for path in [line((50, 50), (50, 50)), line((50, 50), isClosed: true)] {
            let bitmap = Bitmap(width: 100, height: 100)
            Context(bitmap).stroke(path, .white, width: 6, cap: cap)
            #expect(abs(self.area(bitmap) - area) < 1)
        }
    }

    @Test func `a corner is sharp, round or cut off`() {
        func corner(_ join: LineJoin) -> Double {
            let bitmap = Bitmap(width: 100, height: 100)
            Context(bitmap).stroke(
                line((20, 80), (20, 20), (80, 20)), .white, width: 20, join: join)
            return area(bitmap) - 20 * 120
        }
        // Beyond the two lines: a square, a quarter of a disc, a triangle; less what both cover.
        #expect(abs(corner(.miter) - (100 - 100)) < 2)
        #expect(abs(corner(.round) - (25 * .pi - 100)) < 2)
        #expect(abs(corner(.bevel) - (50 - 100)) < 2)
    }

    @Test func `a very sharp corner is cut off`() {
        Context(bitmap).stroke(line((5, 50), (50, 50.5), (5, 51)), .white, width: 4)
        #expect(bitmap[60, 50] == 0)
    }

    @Test func `lines that cross are not brighter there`() {
        var path = line((50, 10), (50, 59.5))
        path.append(line((20, 60.25), (80, 60.25)))
        Context(bitmap).stroke(path, .white, width: 2.5, cap: .round)
        // Half a pixel of the level line's lower edge, also below the upright one.
        #expect(bitmap[30, 61] == bitmap[50, 61])
    }

    @Test func `a line in a stretched context is wider in one direction`() {
        let context = Context(bitmap)
        context.scaleBy(x: 5, y: 1)
        context.stroke(line((10, 10), (10, 50)), .white, width: 4)
        context.stroke(line((2, 80), (18, 80)), .white, width: 4)
        let columns = (0..<100).filter { bitmap[$0, 30] != 0 }
        let rows = (0..<100).filter { bitmap[50, $0] != 0 && $0 > 60 }
        #expect(columns == Array(40..<60))
        #expect(rows == Array(78..<82))
    }

    @Test func `an arc of a large knob has no corners`() {
        let large = Bitmap(width: 500, height: 500)
        var arc = Path()
        arc.addArc(
            center: Point(x: 0, y: 0), radius: 450, start: .zero, end: .degrees(90))
        Context(large).stroke(arc, .white, width: 3, cap: .square)
        // Along each row, the middle of the line is on the circle.
        for y in stride(from: 5, to: 300, by: 1) {
            var (sum, weighted) = (0.0, 0.0)
            for x in 0..<500 {
                let opacity = Double(large[x, y] >> 24)
                sum += opacity
                weighted += opacity * (Double(x) + 0.5)
            }
            let height = Double(y) + 0.5
            let exact = (450 * 450 - height * height).squareRoot()
            #expect(abs(weighted / sum - exact) < 0.05)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e9, 3e6])
    func `a path that leads anywhere does no harm`(far: Double) {
        let context = Context(bitmap)
        for path in [
            line((10, 10), (far, 50), (50, far), isClosed: true), line((far, far), (far, far)),
            Path(Rect(x: far, y: 0, width: 20, height: 20)),
            Path(Rect(x: 3, y: 3, width: abs(far), height: 20)),
        ] {
            context.fill(path, .white)
            context.stroke(path, .white, width: 3)
            context.stroke(path, .white, width: abs(far))
            context.withSavedState {
                context.clip(to: path)
                context.scaleBy(x: far, y: 3)
                context.fill(path, .white)
                context.stroke(path, .white, width: 3)
            }
        }
        #expect(context.transform == .identity)
    }

    @Test(arguments: 0..<20)
    func `whatever is drawn stays within the clip`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ reach: Double) -> Double { .random(in: -reach...reach, using: &random) }
        let clip = PixelRect(x: 20, y: 30, width: 50, height: 40)
        for _ in 0..<20 {
            let bitmap = Bitmap(width: 100, height: 100)
            let context = Context(bitmap)
            if seed % 2 == 0 {
                context.clip(to: Rect(clip))
            } else {
                context.clip(to: Path(ellipseIn: Rect(clip)))
            }
            context.concatenate(
                AffineTransform(
                    a: number(4), b: number(4), c: number(4), d: number(4), tx: number(99),
                    ty: number(99)))
            var path = Path()
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let points = (0..<3).map { _ in Point(x: number(200), y: number(200)) }
                switch Int.random(in: 0...4, using: &random) {
                case 0: path.move(to: points[0])
                case 1: path.addCurve(to: points[0], control1: points[1], control2: points[2])
                case 2: path.closeSubpath()
                case 3:
                    path.addArc(
                        center: points[0], radius: abs(points[1].x),
                        start: .degrees(points[1].y * 9), end: .degrees(points[2].x * 9))
                default: path.addLine(to: points[0])
                }
            }
            let paints: [Paint] = [
                .color(.red),
                .linear(
                    Gradient([.red, .green]), from: Point(x: number(50), y: number(50)),
                    to: Point(x: number(50), y: number(50))),
                .radial(Gradient([.red, .clear]), center: .zero, radius: number(50)),
            ]
            let paint = paints[Int.random(in: 0..<3, using: &random)]
            context.fill(path, with: paint)
            context.stroke(
                path, with: paint, width: abs(number(40)),
                cap: [.butt, .round, .square][Int.random(in: 0..<3, using: &random)],
                join: [.miter, .round, .bevel][Int.random(in: 0..<3, using: &random)])
            context.drawInnerShadow(of: path, offset: .zero, blur: abs(number(9)), color: .black)
            var outside = Region(bitmap.bounds)
            outside.subtract(clip)
            outside.forEachRect { rect in
                for y in rect.minY..<rect.maxY {
                    for x in rect.minX..<rect.maxX where bitmap[x, y] != 0 {
                        Issue.record("\(x), \(y) was drawn")
                    }
                }
            }
        }
    }

    // MARK: Clips

    @Test func `a clip of a path limits figures, lines, text and shadows by its edge`() {
        let disc = Path(ellipseIn: Rect(x: 20, y: 20, width: 60, height: 60))
        let context = Context(bitmap)
        context.clip(to: disc)
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
        let expected = Bitmap(width: 100, height: 100)
        Context(expected).fill(disc, .white)
        #expect(bitmap.differingPixels(from: expected, tolerance: 24).isEmpty)
        context.drawShadow(
            of: Path(Rect(x: 0, y: 0, width: 100, height: 100)), offset: .zero, blur: 9,
            color: .black)
        #expect(bitmap[50, 50] == 0xff00_0000)
        #expect(bitmap[22, 22] == 0)
    }

    @Test func `a clip within a clip is what both leave`() {
        let context = Context(bitmap)
        context.clip(to: Rect(x: 10, y: 10, width: 50, height: 50))
        context.clip(to: Path(ellipseIn: Rect(x: 40, y: 40, width: 40, height: 40)))
        context.withSavedState {
            context.clip(to: Rect(x: 0, y: 0, width: 5, height: 5))
            context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .red)
        }
        #expect(area(bitmap) == 0)
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
        #expect(bitmap[55, 55] == 0xffff_ffff)
        #expect(bitmap[61, 55] == 0 && bitmap[20, 20] == 0 && bitmap[41, 41] == 0)
    }

    @Test func `a clip with an edge within pixels covers a part of them`() {
        let context = Context(bitmap)
        context.clip(to: Rect(x: 10.5, y: 10, width: 20, height: 20.25))
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
        #expect(abs(Int(bitmap[10, 20] >> 24) - 128) <= 2)
        #expect(abs(Int(bitmap[20, 30] >> 24) - 64) <= 2)
        #expect(bitmap[20, 20] == 0xffff_ffff)
    }

    // MARK: Paints

    @Test func `a gradient turns and stretches with the context`() {
        let context = Context(bitmap)
        context.translateBy(x: 100, y: 0)
        context.rotate(by: .degrees(90))
        context.scaleBy(x: 0.5, y: 1)
        context.fill(
            line((0, 0), (200, 0), (200, 100), (0, 100), isClosed: true),
            with: .linear(Gradient([.black, .white]), from: .zero, to: Point(x: 200, y: 0)))
        // Down the screen.
        for y in [5, 50, 95] {
            for x in [5, 95] {
                #expect(abs(Int(bitmap[x, y] & 0xff) - (2 * y + 1) * 255 / 200) <= 2)
            }
        }
    }

    @Test func `a radial gradient is an ellipse in a stretched context`() {
        let context = Context(bitmap)
        context.scaleBy(x: 2, y: 1)
        context.fill(
            line((0, 0), (50, 0), (50, 100), (0, 100), isClosed: true),
            with: .radial(
                Gradient([.black, .white]), center: Point(x: 25, y: 50), radius: 20))
        #expect(abs(Int(bitmap[70, 50] & 0xff) - Int(bitmap[50, 60] & 0xff)) <= 10)
        #expect(bitmap[95, 50] == 0xffff_ffff)
        #expect(bitmap[50, 75] == 0xffff_ffff)
    }

    @Test func `all of a gradient without a length is its last colour, and without stops nothing`()
    {
        let context = Context(bitmap)
        let (upper, lower) = (
            Path(Rect(x: 0, y: 0, width: 50, height: 50)),
            line((50, 50), (90, 50), (90, 90), (50, 90), isClosed: true)
        )
        for path in [upper, lower] {
            context.fill(
                path, with: .linear(Gradient([.red, .green]), from: .zero, to: .zero))
        }
        #expect(bitmap[20, 20] == 0xff00_ff00 && bitmap[70, 70] == 0xff00_ff00)
        for path in [upper, lower] {
            context.fill(
                path, with: .radial(Gradient(stops: []), center: .zero, radius: 3))
        }
        #expect(bitmap[20, 20] == 0xff00_ff00 && bitmap[70, 70] == 0xff00_ff00)
    }

    @Test(arguments: [PixelFormat.argb32, .xrgb32])
    func `copying and clearing take away what their edge covers`(format: PixelFormat) {
        let bitmap = Bitmap(width: 100, height: 100, format: format)
        bitmap.fill(.white)
        let context = Context(bitmap)
        context.blendMode = .clear
        context.fill(Rect(x: 10.5, y: 10, width: 20, height: 20), .red)
        context.blendMode = .copy
        context.fill(
            Path(Rect(x: 50.5, y: 10, width: 20, height: 20)),
            with: .linear(
                Gradient([Color.red.withAlpha(0.5), Color.red.withAlpha(0.5)]), from: .zero,
                to: Point(x: 9, y: 9)))
        let alpha: UInt32 = format == .argb32 ? 0 : 0xff00_0000
        #expect(bitmap[20, 20] == alpha)
        #expect(abs(Int(bitmap[10, 20] & 0xff) - 128) <= 2)
        let half = bitmap[60, 20]
        #expect(half & 0xffff == 0 && abs(Int(half >> 16 & 0xff) - 128) <= 1)
        #expect(abs(Int(bitmap[50, 20] & 0xff) - 128) <= 2)
        #expect(bitmap[50, 9] == 0xffff_ffff)
    }
}
