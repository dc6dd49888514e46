import Drawing
import Testing

/// Figures that a context draws straight into the pixels, beside those that it draws through a
/// mask, as it does within a clip that is not a rectangle.
struct FigureTests {
    private static let size = (width: 120, height: 160)

    private static let boxes: [Path] = [
        Path(roundedRect: Rect(x: 10, y: 12, width: 96, height: 130), cornerRadius: 8),
        Path(roundedRect: Rect(x: 10.3, y: 12.6, width: 95.2, height: 131.1), cornerRadius: 14.5),
        Path(roundedRect: Rect(x: 50.2, y: 9.7, width: 8.7, height: 140.6), cornerRadius: 4.35),
        Path(roundedRect: Rect(x: 5, y: 60, width: 110, height: 5), cornerRadius: 2),
        Path(ellipseIn: Rect(x: 17.4, y: 31.2, width: 80.6, height: 80.6)),
        // Partly outside.
        Path(roundedRect: Rect(x: -20, y: 100, width: 90, height: 90), cornerRadius: 30),
    ]
    private static let sharp = Path(Rect(x: 20.5, y: 30.25, width: 61, height: 90.5))
    private static let ellipse = Path(ellipseIn: Rect(x: 20, y: 30, width: 80, height: 50))

    private static let paints: [Paint] = [
        .color(.orange),
        .color(Color.cyan.withAlpha(0.4)),
        .linear(
            Gradient([.white, Color.blue.withAlpha(0.2)]), from: Point(x: 3, y: 20),
            to: Point(x: 3, y: 130)),
        .linear(
            Gradient([Color.white.withAlpha(0.9), .red]), from: Point(x: 100, y: 9),
            to: Point(x: 12, y: 9)),
        .linear(
            Gradient([.green, .clear, .magenta]), from: Point(x: 10, y: 10),
            to: Point(x: 70, y: 120)),
        // With a step in the middle.
        .linear(
            Gradient(stops: [
                Gradient.Stop(.white, at: 0), Gradient.Stop(.gray, at: 0.5),
                Gradient.Stop(.black, at: 0.5), Gradient.Stop(.yellow, at: 0.8),
            ]), from: Point(x: 12.3, y: 0), to: Point(x: 101.1, y: 0)),
        .radial(
            Gradient([.yellow, Color.purple.withAlpha(0.7)]), center: Point(x: 60, y: 70),
            radius: 55),
        // Without a length or stops.
        .linear(Gradient([.green, .red]), from: .zero, to: .zero),
        .radial(Gradient(stops: []), center: .zero, radius: 3),
    ]

    /// What a context draws straight into the pixels, and through a mask.
    private func pictures(
        _ format: PixelFormat, _ draw: (Context) -> Void
    ) -> (straight: Bitmap, masked: Bitmap) {
        func picture(isClipped: Bool) -> Bitmap {
            let bitmap = Bitmap(width: Self.size.width, height: Self.size.height, format: format)
            if format == .xrgb32 { bitmap.fill(Color(hex: "#405060") ?? .gray) }
            let context = Context(bitmap)
            // All pixels but one, which no figure touches.
            let corner = PixelRect(
                x: Self.size.width - 1, y: Self.size.height - 1, width: 1, height: 1)
            if isClipped { context.clip(to: Region(bitmap.bounds).subtracting(corner)) }
            context.translateBy(x: 0.25, y: -1.5)
            draw(context)
            return bitmap
        }
        return (picture(isClipped: false), picture(isClipped: true))
    }

    /// A pixel is as far covered as it is near the edge, which at small corners is not quite its
    /// area.
    private func expectAlike(
        _ name: String, format: PixelFormat = .argb32, tolerance: Int = 24, most: Int = 60,
        _ draw: (Context) -> Void
    ) {
        let (straight, masked) = pictures(format, draw)
        let differing = straight.differingPixels(from: masked, tolerance: tolerance)
        #expect(differing.area <= 8, "\(name): \(differing)")
        #expect(straight.differingPixels(from: masked, tolerance: most).isEmpty, "\(name)")
    }

    @Test(arguments: paints.indices)
    func `a figure is filled as its outline is`(index: Int) {
        for (number, path) in (Self.boxes + [Self.sharp, Self.ellipse]).enumerated() {
            for format in [PixelFormat.argb32, .xrgb32] {
                expectAlike("figure \(number)", format: format) {
                    $0.fill(path, with: Self.paints[index])
                }
            }
        }
    }

    @Test(arguments: paints.indices, [1, 1.5, 4])
    func `a line is drawn along a figure as its outline is`(index: Int, width: Double) {
        for (number, path) in (Self.boxes + [Self.sharp, Self.ellipse]).enumerated() {
            expectAlike("figure \(number)") {
                $0.stroke(path, with: Self.paints[index], width: width)
            }
        }
    }

    @Test(arguments: [LineCap.butt, .round, .square])
    func `a line is drawn along an arc as its outline is`(cap: LineCap) {
        for (start, end) in [
            (135.0, 405.0), (10, 95), (-30, 200), (0, 360), (100, 170), (-90, 0), (80, 280),
        ] {
            for isClockwise in [true, false] {
                var arc = Path()
                arc.addArc(
                    center: Point(x: 60, y: 80), radius: 45, start: .degrees(start),
                    end: .degrees(end), clockwise: isClockwise)
                // Where both ends meet, the outline covers an edge twice.
                expectAlike("from \(start) to \(end)", most: end - start == 360 ? 130 : 60) {
                    $0.stroke(arc, .orange, width: 7, cap: cap)
                }
            }
        }
    }

    @Test(arguments: [0, 1.5, 4, 9, 30])
    func `the shadows of a figure are those of the same path`(blur: Double) {
        for (number, path) in (Self.boxes + [Self.sharp]).enumerated() {
            // Closed once more: a path like the figure's, which is none.
            var same = Path()
            for element in path.elements {
                switch element {
                case .move(let point): same.move(to: point)
                case .line(let point): same.addLine(to: point)
                case .curve(let one, let two, let end):
                    same.addCurve(to: end, control1: one, control2: two)
                case .close: same.closeSubpath()
                }
            }
            func picture(_ path: Path, isInner: Bool) -> Bitmap {
                let bitmap = Bitmap(width: Self.size.width, height: Self.size.height)
                let offset = Point(x: 1, y: 2.5)
                if isInner {
                    Context(bitmap).drawInnerShadow(
                        of: path, offset: offset, blur: blur, color: .red)
                } else {
                    Context(bitmap).drawShadow(of: path, offset: offset, blur: blur, color: .red)
                }
                return bitmap
            }
            for isInner in [false, true] {
                let (one, other) = (
                    picture(path, isInner: isInner), picture(same, isInner: isInner)
                )
                // Inner ones end at the edge of the path, which is not blurred.
                let tolerance = isInner || blur < 2 ? 30 : 6
                let differing = one.differingPixels(from: other, tolerance: tolerance)
                #expect(differing.area <= 4, "figure \(number): \(differing)")
                #expect(!one.differingPixels(from: Bitmap(width: 120, height: 160)).isEmpty)
            }
        }
    }

    @Test func `a line without a width, or a gradient without a place, does no harm`() {
        for width in [0, -3, Double.nan] {
            expectAlike("width \(width)", tolerance: 0) {
                $0.stroke(Self.boxes[0], .orange, width: width)
            }
        }
        let bitmap = Bitmap(width: 50, height: 50)
        for place in [Double.nan, .infinity, -.infinity, 1e300] {
            let nowhere = Gradient(stops: [
                Gradient.Stop(.red, at: place), Gradient.Stop(.green, at: place),
            ])
            let far = Point(x: place, y: 3)
            for paint in [
                Paint.linear(nowhere, from: .zero, to: Point(x: 30, y: 4)),
                .linear(Gradient([.red, .green]), from: .zero, to: far),
                .radial(Gradient([.red, .green]), center: far, radius: 4),
                .radial(Gradient([.red, .green]), center: .zero, radius: place),
            ] {
                Context(bitmap).fill(
                    Path(roundedRect: Rect(x: 5, y: 5, width: 30, height: 30), cornerRadius: 4),
                    with: paint)
            }
        }
    }

    @Test func `a figure in a turned context, or one that is copied, is drawn by its outline`() {
        expectAlike("a rectangle", tolerance: 0) { context in
            context.translateBy(x: 60, y: 80)
            context.rotate(by: .degrees(30))
            context.fill(Path(Rect(x: -20, y: -30, width: 40, height: 60)), .orange)
            context.blendMode = .copy
            context.fill(Path(Rect(x: -20, y: -30, width: 10, height: 60)), .clear)
        }
    }
}
