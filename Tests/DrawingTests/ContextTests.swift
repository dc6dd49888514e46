import Drawing
import Testing

struct ContextTests {
    private let bitmap = Bitmap(width: 100, height: 100)
    private let center = Point(x: 50, y: 50)

    @Test func `a clockwise arc from the right goes through the bottom`() {
        var arc = Path()
        arc.addArc(center: center, radius: 40, start: .zero, end: .degrees(180))
        Context(bitmap).stroke(arc, .white, width: 6)
        #expect(bitmap[50, 90] == 0xffff_ffff)
        #expect(bitmap[50, 10] == 0)
    }

    @Test func `a counterclockwise arc from the right goes through the top`() {
        var arc = Path()
        arc.addArc(
            center: center, radius: 40, start: .zero, end: .degrees(180), clockwise: false)
        Context(bitmap).stroke(arc, .white, width: 6)
        #expect(bitmap[50, 90] == 0)
        #expect(bitmap[50, 10] == 0xffff_ffff)
    }

    @Test func `a knob's arc leaves a gap at the bottom`() {
        var arc = Path()
        arc.addArc(center: center, radius: 40, start: .degrees(135), end: .degrees(45))
        Context(bitmap).stroke(arc, .white, width: 6)
        #expect(bitmap[50, 10] == 0xffff_ffff)
        #expect(bitmap[10, 50] == 0xffff_ffff)
        #expect(bitmap[90, 50] == 0xffff_ffff)
        #expect(bitmap[50, 90] == 0)
    }

    @Test func `an arc stays on its circle`() {
        var arc = Path()
        arc.addArc(
            center: .zero, radius: 1000, start: .degrees(-170), end: .degrees(173.5))
        for element in arc.elements {
            switch element {
            case .move(let point), .line(let point), .curve(_, _, let point):
                #expect(abs(point.distance(to: .zero) - 1000) < 1e-6)
            case .close: break
            }
        }
        let end = Point(
            x: 1000 * Angle.degrees(173.5).cosine, y: 1000 * Angle.degrees(173.5).sine)
        #expect(arc.currentPoint?.distance(to: end) ?? .infinity < 1e-6)
    }

    @Test func `a circle has its mathematical area`() {
        Context(bitmap).fill(
            Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80)), .white)
        var sum = 0.0
        for y in 0..<100 { for x in 0..<100 { sum += Double(bitmap[x, y] >> 24) / 255 } }
        #expect(abs(sum - .pi * 1600) < 5)
    }

    @Test func `a rounded rectangle lacks only its corners`() {
        Context(bitmap).fill(
            Path(roundedRect: Rect(x: 0, y: 0, width: 100, height: 40), cornerRadius: 500), .red)
        #expect(bitmap[0, 0] == 0)
        #expect(bitmap[99, 39] == 0)
        #expect(bitmap[50, 0] == 0xffff_0000)
        #expect(bitmap[0, 20] >> 24 > 200)
    }

    @Test func `nothing is drawn outside the clip`() {
        let context = Context(bitmap)
        let region = Region([
            PixelRect(x: 10, y: 10, width: 20, height: 20),
            PixelRect(x: 60, y: 60, width: 5, height: 30),
        ])
        context.withSavedState {
            context.scaleBy(x: 3, y: 3)
            context.clip(to: region)
            context.fill(Rect(x: -500, y: -500, width: 1000, height: 1000), .green)
        }
        let expected = Bitmap(width: 100, height: 100)
        expected.fill(region, .green)
        #expect(bitmap.looksLike(expected))
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .blue)
        #expect(bitmap[99, 99] == 0xff00_00ff)
    }

    @Test func `clearing removes everything, and drawing works as before`() {
        let context = Context(bitmap)
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
        context.clear(Rect(x: 20, y: 20, width: 10, height: 10))
        #expect(bitmap[25, 25] == 0)
        #expect(bitmap[35, 35] == 0xffff_ffff)
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .clear)
        #expect(bitmap[35, 35] == 0xffff_ffff)
    }

    @Test func `copy mode replaces the pixels, and the blend mode is restored`() {
        let context = Context(bitmap)
        context.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
        context.withSavedState {
            context.blendMode = .copy
            context.fill(Rect(x: 0, y: 0, width: 10, height: 10), Color(white: 0, alpha: 0.5))
        }
        #expect(bitmap[5, 5] == 0x8000_0000)
        #expect(context.blendMode == .normal)
        context.fill(Rect(x: 20, y: 0, width: 10, height: 10), Color(white: 0, alpha: 0.5))
        #expect(bitmap[25, 5] >> 24 == 0xff)
    }

    @Test func `a gradient runs from its first colour to its last`() {
        Context(bitmap).fill(
            Path(Rect(x: 0, y: 0, width: 100, height: 100)),
            with: .linear(
                Gradient([.black, .white]), from: .zero, to: Point(x: 100, y: 0)))
        #expect(bitmap[1, 50] & 0xff < 10)
        #expect(abs(Int(bitmap[50, 50] & 0xff) - 128) < 4)
        #expect(bitmap[98, 50] & 0xff > 245)
    }

    @Test func `a shadow appears at its offset and fades outwards`() {
        Context(bitmap).drawShadow(
            of: Path(Rect(x: 30, y: 30, width: 30, height: 30)), offset: Point(x: 10, y: 20),
            blur: 10, color: .black)
        #expect(bitmap[55, 65] >> 24 > 245)
        #expect(bitmap[35, 32] == 0)
        let edge = (60...90).map { bitmap[$0, 65] >> 24 }
        #expect(zip(edge, edge.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(abs(Int(bitmap[69, 65] >> 24) + Int(bitmap[70, 65] >> 24) - 255) < 12)
        #expect(edge.last == 0)
    }

    @Test func `an inner shadow darkens the edge and stays inside the shape`() {
        Context(bitmap).drawInnerShadow(
            of: Path(Rect(x: 20, y: 20, width: 60, height: 60)), offset: Point(x: 0, y: 4),
            blur: 6, color: .black)
        #expect(bitmap[50, 19] == 0)
        #expect(bitmap[50, 21] >> 24 > 180)
        #expect(bitmap[50, 50] == 0)
        #expect(bitmap[50, 21] > bitmap[50, 78])
    }

    @Test func `a bitmap is drawn where the transform places it`() {
        let source = Bitmap(width: 10, height: 10)
        source.fill(.magenta)
        let context = Context(bitmap)
        context.withSavedState {
            context.translateBy(x: 50, y: 50)
            context.rotate(by: .degrees(90))
            context.draw(source, at: Point(x: 10, y: 10))
        }
        #expect(bitmap[35, 65] == 0xffff_00ff)
        context.draw(source, in: Rect(x: 0, y: 0, width: 40, height: 20), opacity: 0.5)
        #expect(bitmap[20, 10] >> 24 == 0x80)
        #expect(context.transform == .identity)
    }
}
