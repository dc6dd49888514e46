import Drawing
import TestVectors
import Testing

@Suite struct `Telling drawings apart without drawing them` {
    private let font: Font

    init() throws {
        font = try Font(path: Font.defaultPath, size: 14)
    }

    private func steps(
        width: Int = 40, _ draw: (Context) -> Void
    ) -> DrawingSteps? {
        let context = Context(recordingForWidth: width, height: 40)
        draw(context)
        return context.steps
    }

    private func circle(_ diameter: Double, _ color: Color = .red) -> (Context) -> Void {
        { $0.fill(Path(ellipseIn: Rect(x: 2, y: 2, width: diameter, height: diameter)), color) }
    }

    @Test func `the same drawing gives equal steps`() {
        #expect(steps(circle(10)) != nil)
        #expect(steps(circle(10)) == steps(circle(10)))
        #expect(steps(circle(10))?.hashValue == steps(circle(10))?.hashValue)
    }

    @Test func `replayed steps draw the same as the original drawing`() throws {
        let font = font
        let draw = { (context: Context) in
            context.withSavedState {
                context.translateBy(x: 3, y: 2)
                context.clip(to: Rect(x: 0, y: 0, width: 30, height: 30))
                context.fill(
                    Path(ellipseIn: Rect(x: 2, y: 2, width: 25, height: 25)),
                    with: .linear(
                        Gradient([.red, .white]), from: .zero, to: Point(x: 20, y: 20)))
                context.drawShadow(
                    of: Path(Rect(x: 8, y: 8, width: 9, height: 9)), offset: .zero, blur: 4,
                    color: .black)
            }
            context.stroke(Path(Rect(x: 1, y: 1, width: 30, height: 9)), .white, width: 2)
            context.draw(TextLine("Vox 1", font: font), at: Point(x: 2, y: 30), color: .white)
            context.clear(Rect(x: 30, y: 30, width: 4, height: 4))
        }
        let direct = Bitmap(width: 40, height: 40)
        draw(Context(direct))
        let recording = Context(recordingForWidth: 40, height: 40)
        draw(recording)
        #expect(recording.steps != nil)
        #expect(recording.bitmap.differingPixels(from: direct).isEmpty)
    }

    @Test func `a different shape, colour, position or size gives different steps`() {
        let known = steps(circle(10))
        #expect(known != steps(circle(11)))
        #expect(known != steps(circle(10, .white)))
        #expect(known != steps(width: 41, circle(10)))
        #expect(
            known
                != steps {
                    $0.translateBy(x: 1, y: 0)
                    circle(10)($0)
                })
        #expect(steps { _ in } != known)
    }

    @Test func `every drawing call gives different steps`() {
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
        let noted = ways.compactMap { steps($0) }
        #expect(noted.count == ways.count)
        #expect(Set(noted).count == ways.count)
    }

    @Test func `the same text in another font gives different steps`() throws {
        let other = try Font(path: Font.defaultPath, size: 15)
        let draw = { (font: Font) in
            self.steps {
                $0.draw(TextLine("7", font: font), at: Point(x: 1, y: 20), color: .white)
            }
        }
        #expect(draw(font) == draw(font))
        #expect(draw(font) != draw(other))
    }

    @Test func `a writable bitmap is drawn at once and not recorded as steps`() {
        let bitmap = Bitmap(width: 4, height: 4)
        #expect(steps { $0.draw(bitmap, at: .zero) } == nil)
    }

    @Test
    func `asking for the pixels shows earlier drawing, and later drawing continues from there`() {
        let draw = { (context: Context, look: (Bitmap) -> Void) in
            context.translateBy(x: 4, y: 3)
            context.saveState()
            context.blendMode = .copy
            context.clip(to: Rect(x: 0, y: 0, width: 20, height: 20))
            context.fill(Rect(x: 2, y: 2, width: 30, height: 9), .red)
            look(context.bitmap)
            context.fill(
                Rect(x: 1, y: 5, width: 30, height: 30),
                Color(red: 0, green: 0, blue: 1, alpha: 0.5))
            context.restoreState()
            context.fill(
                Rect(x: 9, y: 9, width: 30, height: 30),
                Color(red: 0, green: 1, blue: 0, alpha: 0.5))
        }
        let direct = Bitmap(width: 40, height: 40)
        draw(Context(direct)) { _ in }
        let recording = Context(recordingForWidth: 40, height: 40)
        var seen: UInt32 = 0
        draw(recording) { bitmap in seen = bitmap.withPixels { $0[6 * $1 + 8] } }
        #expect(seen == 0xffff_0000)
        #expect(recording.steps == nil)
        #expect(recording.bitmap.differingPixels(from: direct).isEmpty)
    }
}
