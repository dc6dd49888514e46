import Foundation
import Testing

@testable import Drawing

/// Names in the scripts of the world, with packaged fonts behind Inter.
@Suite(.enabled(if: ScriptFonts.areInstalled))
struct ScriptTests {
    private let fonts = FontCollection()
    private let font: Font

    init() throws {
        font = try fonts.font(fallbackPaths: ScriptFonts.fallbackPaths, size: 20)
    }

    private func line(_ text: String) -> TextLine { TextLine(text, font: font) }

    /// The one glyph of a character that stands alone.
    private func glyph(_ character: Character) throws -> PositionedGlyph {
        let glyphs = line(String(character)).glyphs
        try #require(glyphs.count == 1 && glyphs[0].id != 0)
        return glyphs[0]
    }

    /// Whether a line shows characters, each as it is alone, from left to right.
    private func shows(_ line: TextLine, _ characters: String) throws -> Bool {
        let expected = try characters.map { try glyph($0) }
        return line.glyphs.map(\.id) == expected.map(\.id)
            && line.glyphs.map(\.face) == expected.map(\.face)
    }

    @Test(arguments: ["Führung", "보컬", "مغني", "ווקאל", "गायक", "Vox ווקאל 3", "z\u{30c}e\u{301}"])
    func `a name shows no missing-glyph box`(name: String) {
        #expect(!line(name).lacksGlyphs)
        #expect(line(name).width > 20)
        #expect(TextLine(name, font: font, figures: .tabular).lacksGlyphs == false)
    }

    @Test func `each cluster uses the first font that has it`() {
        let faces = line("Aא보अ م").glyphs.map(\.face)
        // Arabic ends a line that begins with Latin, and the space is Inter's.
        #expect(faces == [0, 2, 4, 3, 0, 1])
    }

    @Test func `a character that no font has becomes one box of the first font`() {
        let glyphs = line("a\u{12000}ו").glyphs
        #expect(glyphs.map(\.face) == [0, 0, 2])
        #expect(glyphs[1].id == 0)
        #expect(line("a\u{12000}ו").lacksGlyphs)
    }

    @Test func `Hebrew runs from right to left`() throws {
        #expect(try shows(line("ווקאל"), "לאקוו"))
        #expect(line("ווקאל").isRightToLeft)
        #expect(!line("Vox").isRightToLeft)
    }

    @Test func `a number after Hebrew is at its left and reads left to right`() throws {
        #expect(try shows(line("Vox ווקאל 35"), "Vox 35 לאקוו"))
        #expect(!line("Vox ווקאל 35").isRightToLeft)
        #expect(try shows(line("ווקאל 35 Vox"), "Vox 35 לאקוו"))
        #expect(line("ווקאל 35 Vox").isRightToLeft)
    }

    @Test func `brackets open towards their content`() throws {
        #expect(try shows(line("ק(א)"), "(א)ק"))
        #expect(try shows(line("Vox (ווקאל)"), "Vox (לאקוו)"))
        #expect(try shows(line("א [B] ג"), "ג [B] א"))
    }

    @Test func `Arabic letters join`() throws {
        let word = line("سلم")
        let alone = try "ملس".map { try glyph($0) }
        #expect(word.glyphs.allSatisfy { $0.face == 1 })
        #expect(word.glyphs.map(\.id) != alone.map(\.id))
        #expect(word.width < line("س ل م").width - 2 * line(" ").width)
        // A letter that is kept from joining stands as it does alone.
        #expect(line("س\u{200c}م").glyphs.contains { $0.id == alone[2].id })
        #expect(!line("سم").glyphs.contains { $0.id == alone[2].id })
    }

    @Test func `Lam and Alef are one glyph`() {
        #expect(line("لا").glyphs.count == 1)
        #expect(line("لب").glyphs.count == 2)
    }

    @Test func `a Devanagari vowel is drawn before the consonant that it follows in speech`() throws
    {
        let ka = try glyph("क")
        let syllable = line("कि").glyphs
        #expect(syllable.count == 2)
        #expect(syllable.last?.id == ka.id)
        #expect(syllable.allSatisfy { $0.face == 3 })
        #expect(line("की").glyphs.first?.id == ka.id)
        // Ka, virama and ssa make one letter.
        #expect(line("क्ष").glyphs.count == 1)
    }

    @Test func `Korean has one glyph for each syllable in any encoding`() throws {
        let name = line("보컬")
        #expect(name.glyphs.count == 2)
        #expect(name.glyphs.allSatisfy { $0.face == 4 })
        let letters = line("\u{1107}\u{1169}\u{110f}\u{1165}\u{11af}")
        #expect(letters.glyphs == name.glyphs)
    }

    @Test func `an accent is placed on its letter`() throws {
        #expect(line("e\u{301}").glyphs == line("é").glyphs)
        // There is no such letter: the accent is a glyph of its own, above the x.
        let marked = line("x\u{302}x")
        try #require(marked.glyphs.count == 3)
        #expect(abs(marked.width - line("xx").width) < 0.1)
        let accent = marked.pixels(of: 1)
        let letter = marked.pixels(of: 0)
        #expect(accent.maxY <= letter.minY + 1)
        #expect(accent.minX >= letter.minX && accent.maxX <= letter.maxX)
    }

    @Test func `a letter whose accent the first font lacks uses a font that has both`() throws {
        // Inter has no Hebrew points; the letter and the point must be of one font to fit.
        let pointed = line("A\u{5b8}ב\u{5b8}")
        let hebrew = pointed.glyphs.filter { $0.face == 2 }
        #expect(hebrew.count >= 2)
    }

    // MARK: Too long

    @Test func `the ellipsis is at the end of the reading direction`() throws {
        let name = line("מיקרופון ראשי")
        let short = name.truncated(to: 80)
        #expect(short.string.hasSuffix("…") && short.string.count > 3)
        #expect(short.width <= 80)
        #expect(try short.glyphs.first?.id == glyph("…").id)
        #expect(try short.glyphs.last?.id == glyph("מ").id)

        let latin = line("Microphone").truncated(to: 80)
        #expect(try latin.glyphs.last?.id == glyph("…").id)
        // In a line that begins with Latin, also after Hebrew.
        let mixed = line("Vox מיקרופון").truncated(to: 80)
        #expect(try mixed.glyphs.last?.id == glyph("…").id)
        #expect(try mixed.glyphs.first?.id == glyph("V").id)
    }

    @Test func `a right-to-left line keeps its direction when its first letter is cut off`() throws
    {
        let name = line("12345678 ווקאל")
        #expect(name.isRightToLeft)
        let short = name.truncated(to: 70)
        #expect(short.string.unicodeScalars.allSatisfy { $0.value < 0x500 || $0 == "…" })
        #expect(short.isRightToLeft)
        #expect(try short.glyphs.first?.id == glyph("…").id)
    }

    @Test(arguments: [
        String(repeating: "e\u{301}\u{323}", count: 12), String(repeating: "क्षि", count: 12),
        String(repeating: "\u{1107}\u{1169}\u{11af}", count: 12),
        String(repeating: "👩‍👩‍👧", count: 6), String(repeating: "🇩🇪", count: 6),
    ])
    func `truncation never splits a character that a reader sees as one`(name: String) throws {
        let whole = line(name)
        var lengths: Set<Int> = []
        for width in stride(from: 0.0, to: whole.width, by: 3) {
            let short = whole.truncated(to: width)
            #expect(short.width <= width)
            guard !short.string.isEmpty else { continue }
            let kept = short.string.dropLast()
            #expect(Array(name.prefix(kept.count)) == Array(kept))
            lengths.insert(kept.count)
        }
        #expect(lengths.count > 3)
    }

    // MARK: Numbers

    @Test(arguments: ScriptFonts.fallbackPaths + [Font.defaultPath])
    func `tabular digits have the same width in every font`(path: String) throws {
        let font = try fonts.font(path: path, fallbackPaths: [Font.defaultPath], size: 17)
        let lines = (0...9).map { TextLine("-\($0)2.\($0) dB", font: font, figures: .tabular) }
        #expect(Set(lines.map(\.width)).count == 1)
        for line in lines {
            #expect(line.glyphs.last?.x == lines[0].glyphs.last?.x)
            #expect(line.glyphs.count == 8 && !line.lacksGlyphs)
        }
    }

    @Test func `joined letters have the same spacing in a caption and in text`() {
        for name in ["مغني", "गायक"] {
            let caption = TextLine(name, font: font, figures: .tabular)
            #expect(caption.width == line(name).width)
        }
    }

    @Test func `one font object for a size is shared while it is in use`() {
        let large = font.withSize(40)
        #expect(font.withSize(40) === large)
        #expect(large.withSize(20).size == 20)
        #expect(large.fallbackPaths == ScriptFonts.fallbackPaths)
        #expect(abs(TextLine("보컬", font: large).width - line("보컬").width * 2) < 1)
    }
}

extension TextLine {
    /// The pixels that a glyph covers when the line starts at 100, 100.
    fileprivate func pixels(of index: Int) -> PixelRect {
        var found: [PixelRect] = []
        forEachGlyph(at: Point(x: 100, y: 100)) { found.append($1) }
        return found[index]
    }
}
