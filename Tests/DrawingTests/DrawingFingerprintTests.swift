import Drawing
import TestVectors
import Testing

@Suite struct `Telling drawings apart without drawing them` {
    private let font: Font

    init() throws {
        font = try Font(path: Font.defaultPath, size: 14)
    }

    private func fingerprint(
        width: Int = 40, _ draw: (Context) -> Void
    ) -> DrawingFingerprint? {
        DrawingFingerprint.of(width: width, height: 40, draw)
    }

    private func circle(_ diameter: Double, _ color: Color = .red) -> (Context) -> Void {
        { $0.fill(Path(ellipseIn: Rect(x: 2, y: 2, width: diameter, height: diameter)), color) }
    }

    @Test func `what asks for the same has the same`() {
        #expect(fingerprint(circle(10)) != nil)
        #expect(fingerprint(circle(10)) == fingerprint(circle(10)))
        #expect(fingerprint(circle(10))?.hashValue == fingerprint(circle(10))?.hashValue)
    }

    @Test func `another shape, colour, place or size is another`() {
        let known = fingerprint(circle(10))
        #expect(known != fingerprint(circle(11)))
        #expect(known != fingerprint(circle(10, .white)))
        #expect(known != fingerprint(width: 41, circle(10)))
        #expect(
            known
                != fingerprint {
                    $0.translateBy(x: 1, y: 0)
                    circle(10)($0)
                })
        #expect(fingerprint { _ in } != known)
    }

    @Test func `every way to draw counts`() {
        let path = Path(Rect(x: 3, y: 3, width: 20, height: 10))
        let image = Image(Bitmap(width: 4, height: 4))
        let line = TextLine("Vox", font: font)
        let ways: [(Context) -> Void] = [
            { $0.saveState() }, { $0.translateBy(x: 1, y: 1) }, { $0.scaleBy(x: 1, y: 1) },
            { $0.rotate(by: .degrees(1)) }, { $0.concatenate(.translation(x: 1, y: 1)) },
            { $0.blendMode = .copy }, { $0.clip(to: path) },
            { $0.clip(to: Region(PixelRect(x: 0, y: 0, width: 9, height: 9))) },
            { $0.fill(path, .red) }, { $0.stroke(path, .red, width: 1) },
            { $0.stroke(path, .red, width: 1, cap: .round) },
            { $0.drawShadow(of: path, offset: .zero, blur: 2, color: .red) },
            { $0.drawInnerShadow(of: path, offset: .zero, blur: 2, color: .red) },
            { $0.draw(line, at: .zero, color: .red) }, { $0.draw(image, at: .zero) },
        ]
        let fingerprints = ways.compactMap { fingerprint($0) }
        #expect(fingerprints.count == ways.count)
        #expect(Set(fingerprints).count == ways.count)
    }

    @Test func `the same text in another font is another`() throws {
        let other = try Font(path: Font.defaultPath, size: 15)
        let draw = { (font: Font) in
            self.fingerprint {
                $0.draw(TextLine("7", font: font), at: Point(x: 1, y: 20), color: .white)
            }
        }
        #expect(draw(font) == draw(font))
        #expect(draw(font) != draw(other))
    }

    @Test func `pixels that anybody may have written are like no others`() {
        let bitmap = Bitmap(width: 4, height: 4)
        #expect(fingerprint { $0.draw(bitmap, at: .zero) } == nil)
        var size = (0, 0)
        let written = fingerprint { context in
            size = (context.bitmap.width, context.bitmap.height)
            context.bitmap.fill(.red)
        }
        #expect(written == nil)
        #expect(size == (40, 40))
    }
}
