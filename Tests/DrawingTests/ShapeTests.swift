import Drawing
import TestVectors
import Testing

/// Shapes that are written straight into the pixels.
struct ShapeTests {
    private typealias Draw = @Sendable (Bitmap, PixelRect) -> Void

    private static let side = 90
    private static let center = Point(x: 44.3, y: 45.8)

    private static let shapes: [Draw] = [
        {
            $0.strokeArc(
                center: center, radius: 33.5, start: .degrees(-225), end: .degrees(17), width: 6,
                color: .orange, clippedTo: $1)
        },
        {
            $0.strokeArc(
                center: center, radius: 30, start: .degrees(20), end: .degrees(380), width: 2.5,
                color: Color.white.withAlpha(0.6), clippedTo: $1)
        },
        {
            $0.strokeArc(
                center: center, radius: 20, start: .degrees(100), end: .degrees(40), width: 9,
                color: .green, clippedTo: $1)
        },
        {
            $0.strokeLine(
                from: Point(x: 10.2, y: 70), to: Point(x: 77, y: 21.7), width: 5, cap: .round,
                color: .white, clippedTo: $1)
        },
        {
            $0.strokeLine(
                from: Point(x: 10, y: 70.5), to: Point(x: 77, y: 50), width: 3, cap: .butt,
                color: .red, clippedTo: $1)
        },
        {
            $0.strokeLine(
                from: Point(x: 20, y: 20), to: Point(x: 60, y: 60), width: 7, cap: .square,
                color: .cyan, clippedTo: $1)
        },
        {
            $0.fillBox(
                Rect(x: 8.25, y: 9.5, width: 70.5, height: 61), cornerRadius: 12,
                color: .blue, clippedTo: $1)
        },
        {
            $0.fillBox(
                Rect(x: 8, y: 9, width: 70, height: 61), cornerRadius: 9,
                color: Color.yellow.withAlpha(0.5), clippedTo: $1)
        },
        {
            $0.fillBox(
                Rect(x: 8.3, y: 9.7, width: 40.2, height: 3.1), cornerRadius: 0,
                color: .magenta, clippedTo: $1)
        },
        {
            $0.strokeBox(
                Rect(x: 8.5, y: 9.5, width: 70, height: 61), cornerRadius: 10, width: 3,
                color: .white, clippedTo: $1)
        },
    ]

    /// The same with paths.
    private static let paths: [@Sendable (Context) -> Void] = [
        {
            var path = Path()
            path.addArc(
                center: center, radius: 33.5, start: .degrees(-225), end: .degrees(17))
            $0.stroke(path, .orange, width: 6, cap: .round)
        },
        {
            var path = Path()
            path.addArc(center: center, radius: 30, start: .degrees(20), end: .degrees(380))
            $0.stroke(path, Color.white.withAlpha(0.6), width: 2.5)
        },
        {
            var path = Path()
            path.addArc(center: center, radius: 20, start: .degrees(40), end: .degrees(100))
            $0.stroke(path, .green, width: 9, cap: .round)
        },
        { line($0, Point(x: 10.2, y: 70), Point(x: 77, y: 21.7), 5, .round, .white) },
        { line($0, Point(x: 10, y: 70.5), Point(x: 77, y: 50), 3, .butt, .red) },
        { line($0, Point(x: 20, y: 20), Point(x: 60, y: 60), 7, .square, .cyan) },
        {
            $0.fill(
                Path(roundedRect: Rect(x: 8.25, y: 9.5, width: 70.5, height: 61), cornerRadius: 12),
                .blue)
        },
        {
            $0.fill(
                Path(roundedRect: Rect(x: 8, y: 9, width: 70, height: 61), cornerRadius: 9),
                Color.yellow.withAlpha(0.5))
        },
        { $0.fill(Rect(x: 8.3, y: 9.7, width: 40.2, height: 3.1), .magenta) },
        {
            $0.stroke(
                Path(
                    roundedRect: Rect(x: 8.5, y: 9.5, width: 70, height: 61), cornerRadius: 10),
                .white, width: 3)
        },
    ]

    private static func line(
        _ context: Context, _ from: Point, _ to: Point, _ width: Double, _ cap: LineCap,
        _ color: Color
    ) {
        var path = Path()
        path.move(to: from)
        path.addLine(to: to)
        context.stroke(path, color, width: width, cap: cap)
    }

    private func ground() -> Bitmap {
        let bitmap = Bitmap(width: Self.side, height: Self.side, format: .xrgb32)
        bitmap.fill(Color(hex: "#20303a") ?? .black)
        return bitmap
    }

    @Test(arguments: 0..<10)
    func `a shape drawn in parts has exactly the pixels of one drawn whole`(index: Int) {
        let whole = ground()
        Self.shapes[index](whole, whole.bounds)
        var random = SeededGenerator(seed: UInt64(index))
        for _ in 0..<4 {
            let parts = ground()
            var x = 0
            while x < Self.side {
                let width = Int.random(in: 1...37, using: &random)
                var y = 0
                while y < Self.side {
                    let height = Int.random(in: 1...41, using: &random)
                    Self.shapes[index](parts, PixelRect(x: x, y: y, width: width, height: height))
                    y += height
                }
                x += width
            }
            #expect(parts.differingPixels(from: whole).isEmpty)
        }
    }

    @Test(arguments: 1...12)
    func `a shape in a narrow bitmap is cut off at its edge and looks the same`(width: Int) {
        func draw(width: Int) -> Bitmap {
            let bitmap = Bitmap(width: width, height: 16, format: .xrgb32)
            bitmap.strokeArc(
                center: Point(x: 4.5, y: 6), radius: 4, start: .degrees(0), end: .degrees(250),
                width: 2.5, color: .orange, clippedTo: bitmap.bounds)
            bitmap.strokeLine(
                from: Point(x: 0.5, y: 15), to: Point(x: 14, y: 2), width: 1.5, cap: .round,
                color: .white, clippedTo: bitmap.bounds)
            bitmap.fillBox(
                Rect(x: 1.5, y: 10.25, width: 11, height: 5), cornerRadius: 2,
                color: Color.cyan.withAlpha(0.5), clippedTo: bitmap.bounds)
            return bitmap
        }
        let (narrow, wide) = (draw(width: width), draw(width: 40))
        for y in 0..<16 {
            for x in 0..<width { #expect(narrow[x, y] == wide[x, y], "\(x), \(y)") }
        }
    }

    @Test(arguments: 0..<10)
    func `a shape looks like the same path`(index: Int) {
        let shape = ground()
        Self.shapes[index](shape, shape.bounds)
        let path = ground()
        let context = Context(path)
        // Within a clip that is no rectangle, it is drawn by its outline.
        let corner = PixelRect(x: path.width - 1, y: path.height - 1, width: 1, height: 1)
        context.clip(to: Region(path.bounds).subtracting(corner))
        Self.paths[index](context)
        // A pixel is as far covered as it is near the edge: at corners that is not quite its area.
        let differing = shape.differingPixels(from: path, tolerance: 30)
        #expect(differing.area <= 6, "\(differing)")
        #expect(!shape.differingPixels(from: ground(), tolerance: 30).isEmpty)
    }
}
