import Drawing
import Foundation
import Testing

@Suite(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
struct TextTests {
    private let fonts = FontCollection()
    private let font: Font

    init() throws {
        font = try fonts.font(size: 20)
    }

    @Test func `a changed digit does not move the other characters`() {
        let widths = Set(
            (0...9).map { TextLine("-\($0)2.\($0) dB", font: font, figures: .tabular).width })
        #expect(widths.count == 1)
        #expect(widths.allSatisfy { $0 == $0.rounded() && $0 > 40 })

        let first = Bitmap(width: 120, height: 30)
        let second = Bitmap(width: 120, height: 30)
        let baseline = Point(x: 3.4, y: 22)
        first.draw(TextLine("-11.0 dB", font: font, figures: .tabular), at: baseline, color: .white)
        second.draw(
            TextLine("-18.0 dB", font: font, figures: .tabular), at: baseline, color: .white)
        let changed = first.differingPixels(from: second).extents
        #expect(!changed.isEmpty)
        #expect(changed.width <= 13)
    }

    @Test func `digits in names keep their proportional width`() {
        #expect(
            TextLine("111", font: font).width < TextLine("888", font: font).width - 3)
    }

    @Test func `equal requests share one font`() throws {
        #expect(try fonts.font(size: 20) === font)
        #expect(try fonts.font(size: 21) !== font)
        #expect(abs(font.withSize(30).capHeight - font.capHeight * 1.5) < 0.05)
        #expect(font.ascent > font.capHeight && font.capHeight > 10 && font.descent > 2)
    }

    @Test func `a line that is too long is truncated with an ellipsis`() {
        let line = TextLine("Overhead left", font: font)
        #expect(line.truncated(to: line.width).string == "Overhead left")
        let short = line.truncated(to: 90)
        #expect(short.string.hasSuffix("…"))
        #expect(short.width <= 90 && short.width > 60)
        #expect("Overhead left".hasPrefix(short.string.dropLast()))
        #expect(line.truncated(to: 3).string == "")
        #expect(line.truncated(to: 3).width == 0)
        // No space before the ellipsis.
        for width in stride(from: 10.0, to: 130, by: 1) {
            #expect(!line.truncated(to: width).string.contains(" …"))
        }
    }

    @Test(arguments: ["Chorus with everything", "Encore – slow", "Take 1234567", "Act 3.15 end"])
    func `a name can be shortened in the middle, and keeps its start and its end`(name: String) {
        let line = TextLine(name, font: font)
        #expect(line.truncatedInMiddle(to: line.width).string == name)
        for width in stride(from: line.width - 1, to: 60, by: -3) {
            let short = line.truncatedInMiddle(to: width)
            #expect(short.width <= width)
            let parts = short.string.split(separator: "…", omittingEmptySubsequences: false)
            #expect(parts.count == 2 && name.hasPrefix(parts[0]) && name.hasSuffix(parts[1]))
            #expect(!short.string.contains(" …") && !short.string.contains("… "))
            // A number is whole or not there.
            let numbers = name.split { !$0.isNumber && $0 != "." }
            let left = short.string.split { !$0.isNumber && $0 != "." }
            #expect(left.allSatisfy(numbers.contains), "\(short.string)")
        }
        #expect(line.truncatedInMiddle(to: 3).string == "")
    }

    @Test(arguments: ["Channel 12", "-12.3 dB", "Aux 104 send", "Bus −3", "12345", "Take 2.75x"])
    func `truncation never splits a number or drops its sign, and keeps a last one if it can`(
        name: String
    ) {
        let numbers = { (text: String) in
            text.split { !("0123456789.-−+".contains($0)) }.map(String.init)
        }
        let line = TextLine(name, font: font)
        let whole = Set(numbers(name))
        for width in stride(from: 5.0, to: line.width, by: 1) {
            let short = line.truncated(to: width)
            #expect(short.width <= width)
            #expect(whole.isSuperset(of: numbers(short.string)), "\(short.string)")
        }
        if name == "Channel 12" {
            #expect(line.truncated(to: line.width - 1).string.hasSuffix("…12"))
            #expect(line.truncated(to: line.width * 0.4).string.hasSuffix("…12"))
        }
    }

    @Test func `a truncated line is as long as the width allows`() {
        let line = TextLine("iiiiiiiiiiiiiiiiiiiiWWWWWW", font: font)
        let short = line.truncated(to: 80)
        let kept = short.string.count - 1
        let longer = String(line.string.prefix(kept + 1)) + "…"
        #expect(TextLine(longer, font: font).width > 80)
    }

    @Test func `text appears only inside the clip`() {
        let line = TextLine("Mixer", font: font)
        let whole = Bitmap(width: 80, height: 30)
        whole.draw(line, at: Point(x: 4.25, y: 22), color: .orange)
        let clip = Region([
            PixelRect(x: 0, y: 0, width: 20, height: 18),
            PixelRect(x: 15, y: 14, width: 25, height: 30),
        ])
        let clipped = Bitmap(width: 80, height: 30)
        clipped.draw(line, at: Point(x: 4.25, y: 22), color: .orange, clippedTo: clip)
        let expected = Bitmap(width: 80, height: 30)
        expected.copy(from: whole, clippedTo: clip)
        #expect(clipped.looksLike(expected))
        #expect(!clipped.looksLike(whole))
    }

    @Test func `text drawn in columns has exactly the pixels of text drawn whole`() {
        let line = TextLine("-12.3 dB fi", font: font)
        func target() -> Bitmap {
            let bitmap = Bitmap(width: 93, height: 30, format: .xrgb32)
            Context(bitmap).fill(
                Path(Rect(x: 0, y: 0, width: 93, height: 30)),
                with: .linear(Gradient([.blue, .yellow]), from: .zero, to: Point(x: 93, y: 30)))
            return bitmap
        }
        for color in [Color.white, .orange.withAlpha(0.4)] {
            let whole = target()
            whole.draw(line, at: Point(x: 2.3, y: 20), color: color)
            #expect(!whole.differingPixels(from: target()).isEmpty)
            for width in 1...12 {
                let parts = target()
                for x in stride(from: 0, to: 93, by: width) {
                    parts.draw(
                        line, at: Point(x: 2.3, y: 20), color: color,
                        clippedTo: PixelRect(x: x, y: 0, width: width, height: 30))
                }
                #expect(parts.differingPixels(from: whole).isEmpty, "\(width)")
            }
        }
    }

    @Test func `text drawn again and again in one colour over another looks as at first`() throws {
        let fresh = try FontCollection().font(size: 20)
        func target(_ ground: Color) -> Bitmap {
            let bitmap = Bitmap(width: 93, height: 30, format: .xrgb32)
            bitmap.fill(ground)
            bitmap.fill(PixelRect(x: 40, y: 0, width: 9, height: 30), .blue)
            return bitmap
        }
        func drawn(_ font: Font, _ color: Color, _ ground: Color, _ x: Double) -> Bitmap {
            let bitmap = target(ground)
            bitmap.draw(
                TextLine("-12.3 dB fi", font: font), at: Point(x: x, y: 20), color: color)
            return bitmap
        }
        for ground in [Color.darkGray, .orange] {
            for _ in 0..<40 { _ = drawn(font, .white, ground, 2.3) }
            for color in [Color.white, .red, .white.withAlpha(0.5)] {
                for x in [2.3, -7.6, 41] {
                    let expected = drawn(fresh, color, ground, x)
                    #expect(drawn(font, color, ground, x).differingPixels(from: expected).isEmpty)
                }
            }
        }
    }

    @Test func `the bounds of a line are exactly the pixels that it changes`() {
        let bitmap = Bitmap(width: 200, height: 60)
        let line = TextLine("Ägyptjf|", font: font)
        bitmap.draw(line, at: Point(x: 20.6, y: 40), color: .white)
        let changed = bitmap.differingPixels(from: Bitmap(width: 200, height: 60)).extents
        let bounds = line.pixelBounds(at: Point(x: 20.6, y: 40))
        #expect(bounds.contains(changed))
        #expect(bounds.insetBy(dx: 1, dy: 1).intersection(changed) == bounds.insetBy(dx: 1, dy: 1))
    }

    @Test func `a context draws text as a bitmap does`() {
        let line = TextLine("Gain 7", font: font)
        let one = Bitmap(width: 100, height: 40)
        one.draw(line, at: Point(x: 10.5, y: 30), color: .white)
        let other = Bitmap(width: 100, height: 40)
        let context = Context(other)
        context.translateBy(x: 10, y: 10)
        context.draw(line, at: Point(x: 0.5, y: 20), color: .white)
        // Where glyphs touch, one adds coverages and the other blends twice.
        #expect(one.differingPixels(from: other, tolerance: 3).area < 8)
        #expect(one[30, 22] == other[30, 22])
    }

    @Test func `right-to-left text is laid out from the right`() throws {
        // An override turns Latin letters round too, so that no font for Hebrew is needed.
        let rightToLeft = TextLine("\u{202e}ab\u{202c}", font: font)
        let plain = TextLine("ba", font: font)
        let one = Bitmap(width: 60, height: 30)
        one.draw(rightToLeft, at: Point(x: 5, y: 22), color: .white)
        let other = Bitmap(width: 60, height: 30)
        other.draw(plain, at: Point(x: 5, y: 22), color: .white)
        #expect(one.looksLike(other))
    }

    @Test func `line breaks are shown as spaces`() {
        #expect(
            TextLine("a\nb\tc", font: font).width == TextLine("a b c", font: font).width)
        #expect(
            TextLine("1\n2", font: font, figures: .tabular).width
                == TextLine("1 2", font: font, figures: .tabular).width)
    }

    @Test func `empty text draws no pixels`() {
        let line = TextLine("", font: font)
        #expect(line.width == 0)
        #expect(line.pixelBounds(at: Point(x: 5, y: 5)).isEmpty)
        #expect(TextLine("   ", font: font).pixelBounds(at: .zero).isEmpty)
    }

    @Test func `glyphs are correct even when there are far more than the atlas holds`() throws {
        let large = try fonts.font(size: 200)
        let early = Bitmap(width: 250, height: 250)
        early.draw(TextLine("G", font: large), at: Point(x: 20, y: 200), color: .white)
        let scratch = Bitmap(width: 250, height: 250)
        for code in UInt32(0x21)...0x4ff {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let line = TextLine(String(Character(scalar)), font: large)
            scratch.draw(line, at: Point(x: Double(code % 4) / 4, y: 200), color: .white)
        }
        let late = Bitmap(width: 250, height: 250)
        late.draw(TextLine("G", font: large), at: Point(x: 20, y: 200), color: .white)
        #expect(late.looksLike(early))
    }
}
