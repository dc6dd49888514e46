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

    @Test func `a tall sprite of equal rows has the pixels of its bitmap wherever it is cut`() {
        let bitmap = Bitmap(width: 60, height: 300)
        let context = Context(bitmap)
        context.fill(Rect(x: 22, y: 5, width: 16, height: 290), Color.black.withAlpha(0.5))
        for y in stride(from: 10.0, to: 290, by: 40) {
            context.fill(Rect(x: 2, y: y, width: 56, height: 2), .white)
        }
        let sprite = Sprite(bitmap)
        #expect(sprite.byteCount < 60 * 300)
        let target = Bitmap(width: 60, height: 300, format: .xrgb32)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let (x, y) = (
                Int.random(in: 0..<60, using: &random), Int.random(in: 0..<300, using: &random)
            )
            let clip = PixelRect(
                x: x, y: y, width: Int.random(in: 1...60, using: &random),
                height: Int.random(in: 1...120, using: &random))
            target.fill(.orange)
            sprite.draw(in: target, at: .zero, clippedTo: clip)
            let expected = Bitmap(width: 60, height: 300, format: .xrgb32)
            expected.fill(.orange)
            expected.composite(bitmap, clippedTo: clip)
            #expect(target.differingPixels(from: expected, tolerance: 1).isEmpty, "\(clip)")
        }
    }

    @Test func `a sprite drawn again and again looks over each colour and picture as at first`() {
        let sprite = Sprite(picture())
        let size = sprite.byteCount
        func plain(_ color: Color) -> Bitmap {
            let bitmap = Bitmap(width: 90, height: 70, format: .xrgb32)
            bitmap.fill(color)
            return bitmap
        }
        func striped() -> Bitmap {
            let bitmap = plain(.darkGray)
            bitmap.fill(PixelRect(x: 0, y: 30, width: 90, height: 2), .white)
            bitmap.fill(PixelRect(x: 43, y: 0, width: 7, height: 70), .black)
            return bitmap
        }
        func draw(_ sprite: Sprite, _ target: Bitmap, _ x: Int) -> Bitmap {
            sprite.draw(in: target, at: PixelPoint(x: x, y: 8), clippedTo: target.bounds)
            return target
        }
        for color in [Color.darkGray, .orange, .darkGray] {
            for count in 0..<200 {
                _ = draw(sprite, plain(color), 10)
                for make in [{ plain(color) }, striped, ground] where count % 50 == 49 {
                    let x = count % 4 * 5
                    let expected = draw(Sprite(picture()), make(), x)
                    #expect(draw(sprite, make(), x).differingPixels(from: expected).isEmpty)
                }
            }
            #expect(sprite.byteCount > size)
        }
    }

    @Test func `a large sprite takes no more memory when it is drawn again and again`() {
        let picture = Bitmap(width: 200, height: 200)
        Context(picture).fill(
            Path(Rect(x: 0, y: 0, width: 200, height: 200)),
            with: .linear(
                Gradient([.blue, .clear]), from: .zero, to: Point(x: 200, y: 180)))
        let (sprite, target) = (Sprite(picture), Bitmap(width: 200, height: 200, format: .xrgb32))
        let size = sprite.byteCount
        for _ in 0..<200 {
            target.fill(.darkGray)
            sprite.draw(in: target, at: .zero, clippedTo: target.bounds)
        }
        #expect(sprite.byteCount == size)
    }

    @Test(arguments: [1, 0.4])
    func `a wide key takes little memory and looks like its bitmap`(opacity: Double) {
        let bitmap = Bitmap(width: 250, height: 60)
        let context = Context(bitmap)
        context.fill(
            Path(roundedRect: Rect(x: 3, y: 3, width: 243, height: 54), cornerRadius: 8),
            with: .linear(Gradient([.white, .gray]), from: .zero, to: Point(x: 0, y: 60)))
        context.fill(Path(ellipseIn: Rect(x: 115, y: 25, width: 20, height: 12)), .black)
        let sprite = Sprite(bitmap)
        #expect(sprite.byteCount < 250 * 60)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            let clip = PixelRect(
                x: Int.random(in: 0..<90, using: &random),
                y: Int.random(in: 0..<70, using: &random),
                width: Int.random(in: 1...90, using: &random),
                height: Int.random(in: 1...70, using: &random))
            let origin = PixelPoint(
                x: Int.random(in: -200...10, using: &random),
                y: Int.random(in: -40...10, using: &random))
            let (target, expected) = (ground(), ground())
            sprite.draw(
                in: target, at: origin, clippedTo: clip, opacity: opacity)
            expected.composite(
                bitmap, at: origin, clippedTo: clip, opacity: opacity)
            #expect(target.differingPixels(from: expected, tolerance: 1).isEmpty, "\(clip)")
        }
    }

    @Test(arguments: [1, 0.4])
    func `of a sprite only covered pixels are left out, in any part of it`(opacity: Double) {
        let sprite = Sprite(picture())
        let origin = PixelPoint(x: 9, y: 4)
        let whole = ground()
        sprite.draw(in: whole, at: origin, clippedTo: whole.bounds, opacity: opacity)
        var random = SeededGenerator(seed: 9)
        var leftOut = 0
        for _ in 0..<300 {
            let cover = PixelRect(
                x: Int.random(in: -5..<60, using: &random),
                y: Int.random(in: -5..<60, using: &random),
                width: Int.random(in: 1...80, using: &random),
                height: Int.random(in: 1...60, using: &random))
            let drawn = ground()
            sprite.draw(
                in: drawn, at: origin, clippedTo: drawn.bounds, cover: cover, opacity: opacity)
            let missing = drawn.differingPixels(from: whole)
            #expect(missing.subtracting(cover).isEmpty, "\(cover)")
            leftOut += missing.area
        }
        #expect(leftOut > 10_000)
    }

    @Test func `the core of a sprite is opaque, and most of what is opaque`() {
        let bitmap = Bitmap(width: 80, height: 60)
        let context = Context(bitmap)
        let body = Path(roundedRect: Rect(x: 10, y: 8, width: 60, height: 40), cornerRadius: 9)
        context.drawShadow(of: body, offset: Point(x: 0, y: 2), blur: 8, color: .black)
        context.fill(body, .orange)
        let core = Sprite(bitmap).core
        #expect(PixelRect(x: 10, y: 8, width: 60, height: 40).contains(core))
        #expect(core.area > 60 * 40 * 3 / 5)
        for y in core.minY..<core.maxY {
            for x in core.minX..<core.maxX { #expect(bitmap[x, y] >> 24 == 255) }
        }
        Context(bitmap).clear(Rect(x: 0, y: 0, width: 80, height: 60))
        Context(bitmap).fill(body, Color.orange.withAlpha(0.9))
        #expect(Sprite(bitmap).core.isEmpty)
    }

    @Test func `transparent areas take no room in a sprite`() {
        let sprite = Sprite(picture())
        #expect(sprite.reach.minX > 2)
        #expect(sprite.reach.maxX == 66)
        #expect(sprite.byteCount < 70 * 50 * 4)
        #expect(Sprite(Bitmap(width: 300, height: 300)).byteCount < 4096)
        #expect(Sprite(Bitmap(width: 300, height: 300)).reach.isEmpty)
    }
}

extension Bitmap {
    fileprivate var rect: Rect {
        Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    }
}
