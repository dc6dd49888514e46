import Drawing
import Testing

/// Bitmaps that are drawn smaller, larger or turned.
struct ScaledBitmapTests {
    private let bitmap = Bitmap(width: 60, height: 60)

    /// Black and white columns.
    private var stripes: Bitmap {
        let stripes = Bitmap(width: 40, height: 40, format: .xrgb32)
        for x in 0..<40 {
            stripes.fill(PixelRect(x: x, y: 0, width: 1, height: 40), x % 2 == 0 ? .white : .black)
        }
        return stripes
    }

    @Test(arguments: [2.0, 4, 5, 8])
    func `of a bitmap that is drawn much smaller, all pixels count`(factor: Double) {
        let side = 40 / factor
        Context(bitmap).draw(stripes, in: Rect(x: 10, y: 10, width: side, height: side))
        for x in 11..<9 + Int(side) {
            #expect(abs(Int(bitmap[x, 12] & 0xff) - 128) <= 30, "\(x)")
        }
    }

    @Test func `a bitmap at whole pixels is copied, also with a part of its opacity`() {
        let source = stripes
        Context(bitmap).draw(source, at: Point(x: 7, y: 9))
        for x in 0..<40 { #expect(bitmap[7 + x, 20] == source[x, 11]) }
        Context(bitmap).draw(source, at: Point(x: 8, y: 9), opacity: 0.5)
        #expect(bitmap[20, 20] == 0xff80_8080 || bitmap[20, 20] == 0xff7f_7f7f)
        #expect(bitmap[50, 20] == 0)
    }

    @Test func `an enlarged bitmap has its own colours up to the edge`() {
        let source = Bitmap(width: 2, height: 2)
        source.fill(.green)
        Context(bitmap).draw(source, in: Rect(x: 10, y: 10, width: 40, height: 40))
        #expect(
            (10..<50).allSatisfy { bitmap[$0, 10] == 0xff00_ff00 && bitmap[$0, 49] == 0xff00_ff00 })
        #expect(bitmap[9, 20] == 0 && bitmap[50, 20] == 0)
    }

    @Test func `a turned bitmap has soft edges, and replaces nothing beside it`() {
        bitmap.fill(.white)
        let source = Bitmap(width: 20, height: 20)
        source.fill(.black)
        let context = Context(bitmap)
        context.blendMode = .copy
        context.translateBy(x: 30, y: 30)
        context.rotate(by: .degrees(45))
        context.draw(source, at: Point(x: -10, y: -10))
        #expect(bitmap[30, 30] == 0xff00_0000)
        #expect(bitmap[20, 20] == 0xffff_ffff)
        let edge = Set((15...30).map { bitmap[$0, 30] & 0xff })
        #expect(edge.contains { $0 > 10 && $0 < 245 })
    }

    @Test func `a bitmap outside the clip, or as thin as a line, does no harm`() {
        let context = Context(bitmap)
        context.draw(stripes, at: Point(x: 1e9, y: 3))
        context.draw(stripes, in: Rect(x: 3, y: 3, width: 1e-9, height: 30))
        context.draw(stripes, in: Rect(x: 3, y: 3, width: 1e-6, height: 1e-6))
        context.draw(stripes, at: .zero, opacity: .nan)
        context.scaleBy(x: 0, y: 1)
        context.draw(stripes, at: .zero)
        context.draw(stripes, at: Point(x: Double.nan, y: 0))
        #expect((0..<3600).allSatisfy { bitmap[$0 % 60, $0 / 60] == 0 })
        Context(bitmap).draw(stripes, in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
        #expect(bitmap[30, 30] != 0)
    }
}
