import Drawing
import TestVectors
import Testing

/// Pictures of which only what shows is kept.
struct SpriteTests {
    private func picture() -> Bitmap {
        let bitmap = Bitmap(width: 70, height: 50)
        let context = Context(bitmap)
        context.drawShadow(
            of: Path(ellipseIn: Rect(x: 12, y: 10, width: 40, height: 30)),
            offset: Point(x: 2, y: 3), blur: 6, color: Color.black.withAlpha(0.7))
        context.fill(Path(ellipseIn: Rect(x: 12, y: 10, width: 40, height: 30)), .orange)
        context.fill(Rect(x: 60, y: 2, width: 3, height: 40), Color.white.withAlpha(0.4))
        return bitmap
    }

    private func ground() -> Bitmap {
        let bitmap = Bitmap(width: 90, height: 70, format: .xrgb32)
        Context(bitmap).fill(
            Path(bitmap.rect),
            with: .linear(
                Gradient([.blue, .yellow]), from: .zero, to: Point(x: 90, y: 70)))
        return bitmap
    }

    @Test(arguments: [1, 0.4])
    func `a sprite looks like the bitmap it was made from`(opacity: Double) {
        let sprite = Sprite(picture())
        let origin = PixelPoint(x: 9, y: -4)
        let (drawn, composited) = (ground(), ground())
        sprite.draw(in: drawn, at: origin, clippedTo: drawn.bounds, opacity: opacity)
        composited.composite(picture(), at: origin, opacity: opacity)
        #expect(drawn.differingPixels(from: composited, tolerance: 1).isEmpty)
        #expect(!drawn.differingPixels(from: ground(), tolerance: 20).isEmpty)
    }

    @Test func `a sprite drawn in parts has exactly the pixels of one drawn whole`() {
        let sprite = Sprite(picture())
        let origin = PixelPoint(x: 13, y: 8)
        let whole = ground()
        sprite.draw(in: whole, at: origin, clippedTo: whole.bounds)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let parts = ground()
            var x = 0
            while x < 90 {
                let width = Int.random(in: 1...29, using: &random)
                for part in [
                    PixelRect(x: x, y: 0, width: width, height: 33),
                    PixelRect(x: x, y: 33, width: width, height: 37),
                ] { sprite.draw(in: parts, at: origin, clippedTo: part) }
                x += width
            }
            #expect(parts.differingPixels(from: whole).isEmpty)
        }
    }

    @Test func `transparent areas take no room in a sprite`() {
        let sprite = Sprite(picture())
        #expect(sprite.bounds.minX > 2 && sprite.bounds.maxX == 63)
        #expect(sprite.byteCount < 70 * 50 * 4)
        #expect(Sprite(Bitmap(width: 300, height: 300)).byteCount < 4096)
        #expect(Sprite(Bitmap(width: 300, height: 300)).bounds.isEmpty)
    }
}

extension Bitmap {
    fileprivate var rect: Rect {
        Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    }
}
