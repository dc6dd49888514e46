/// A laid-out line of text: its characters have become positioned glyphs.
///
/// Right-to-left scripts, and both directions in one line, are laid out as Unicode specifies.
/// Characters that the font and its fallbacks lack appear as the font's box.
///
/// It never changes, and is a class because lines are handed from labels to layers to bitmaps.
public final class TextLine {
    /// The text; line breaks and other control characters appear as spaces.
    public let string: String

    /// The font of the glyphs.
    public let font: Font

    /// The widths of the digits.
    public let figures: Figures

    /// The distance from the start of the line to its end, in pixels.
    public let width: Double

    /// Whether the line starts at its right end, because its first letter is right-to-left.
    public let isRightToLeft: Bool

    let glyphs: [PositionedGlyph]

    /// Lays out a text.
    public convenience init(_ string: String, font: Font, figures: Figures = .proportional) {
        self.init(string, font, figures, isRightToLeft: nil)
    }

    private init(_ string: String, _ font: Font, _ figures: Figures, isRightToLeft: Bool?) {
        self.string = string
        self.font = font
        self.figures = figures
        if figures == .tabular, isRightToLeft != true,
            let (glyphs, width) = Self.number(string, font)
        {
            self.glyphs = glyphs
            self.width = width
            self.isRightToLeft = false
            return
        }
        let known = isRightToLeft == nil ? font.shapedText(string, figures) : nil
        let shaped = known ?? Self.shape(string, font, figures, isRightToLeft)
        if isRightToLeft == nil, known == nil { font.keep(shaped) }
        glyphs = shaped.glyphs
        width = shaped.width
        self.isRightToLeft = shaped.isRightToLeft
    }

    private static func shape(
        _ string: String, _ font: Font, _ figures: Figures, _ isRightToLeft: Bool?
    ) -> ShapedText {
        var shaper = TextShaper(font, figures: figures)
        shaper.shape(
            string.unicodeScalars.map { breaks($0) ? " " : $0 }, isRightToLeft: isRightToLeft)
        return ShapedText(
            string: string, figures: figures, glyphs: shaper.glyphs, width: shaper.width,
            isRightToLeft: shaper.isRightToLeft)
    }

    private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The extent of the font above the baseline, in pixels.
    public var ascent: Double { font.ascent }

    /// The extent of the font below the baseline, in pixels; positive.
    public var descent: Double { font.descent }

    /// Whether the font and its fallbacks lack a character, which appears as a box.
    public var lacksGlyphs: Bool { glyphs.contains { $0.id == 0 } }

    /// This line, or the longest prefix that fits into a width with an ellipsis after it.
    ///
    /// The ellipsis is at the end of reading: at the left of a right-to-left line. No character
    /// loses its accents. No number loses some of its digits, because it would become another
    /// number. A number at the end, as in "Channel 12", stays if it fits. If not even the ellipsis
    /// fits, the result is empty.
    public func truncated(to available: Double) -> TextLine {
        guard width > available else { return self }
        let characters = Array(string)
        func laidOut(_ text: String) -> TextLine {
            TextLine(text, font, figures, isRightToLeft: isRightToLeft)
        }
        let number = String(characters[characters.numberAtEnd...])
        var tail = "…" + number
        var best = laidOut(tail)
        if best.width > available || number.count == characters.count {
            tail = "…"
            best = laidOut(tail)
        }
        guard best.width <= available else { return laidOut("") }
        // Nearly monotonic: a longer prefix is hardly ever narrower.
        var fits = 0
        var tooLong = characters.count - (tail.count - 1)
        while fits + 1 < tooLong {
            let middle = (fits + tooLong) / 2
            var start = characters[..<characters.withoutPartOfNumber(endingAt: middle)]
            while start.last?.isWhitespace == true { start.removeLast() }
            let line = laidOut(String(start) + tail)
            if line.width <= available {
                best = line
                fits = middle
            } else {
                tooLong = middle
            }
        }
        return best
    }

    /// This line, or its start and its end with an ellipsis between them, as long as fit into a
    /// width. No number loses some of its digits.
    public func truncatedInMiddle(to available: Double) -> TextLine {
        guard width > available else { return self }
        let characters = Array(string)
        var best: TextLine?
        var fits = 1
        var tooLong = characters.count
        while fits + 1 < tooLong {
            let middle = (fits + tooLong) / 2
            let text = characters.withoutMiddle(keeping: middle)
            let line = TextLine(text, font, figures, isRightToLeft: isRightToLeft)
            if line.width <= available {
                (best, fits) = (line, middle)
            } else {
                tooLong = middle
            }
        }
        return best ?? truncated(to: available)
    }

    /// The pixels that change when the line is drawn.
    ///
    /// - Parameter baseline: The start of the baseline.
    public func pixelBounds(at baseline: Point) -> PixelRect {
        var bounds = PixelRect.zero
        forEachGlyph(at: baseline) { _, frame in bounds = bounds.union(frame) }
        return bounds
    }

    /// The pixels that change when the line is drawn in place of another one of the same font,
    /// which began at the same place: those of the glyphs that are not the same.
    package func pixelBounds(at baseline: Point, inPlaceOf other: TextLine) -> PixelRect {
        var bounds = PixelRect.zero
        let origin = origin(baseline)
        var faces = KnownFace(font)
        func add(_ glyph: PositionedGlyph) {
            guard let (_, frame) = entry(of: glyph, in: &faces, from: origin) else { return }
            bounds = bounds.union(frame)
        }
        let both = min(glyphs.count, other.glyphs.count)
        for index in 0..<both where glyphs[index] != other.glyphs[index] {
            add(glyphs[index])
            add(other.glyphs[index])
        }
        for glyph in glyphs[both...] { add(glyph) }
        for glyph in other.glyphs[both...] { add(glyph) }
        return bounds
    }

    /// Calls `body` with each glyph that is not blank, and with its rectangle.
    func forEachGlyph(at baseline: Point, _ body: (AtlasGlyph, PixelRect) -> Void) {
        let origin = origin(baseline)
        var faces = KnownFace(font)
        for glyph in glyphs {
            if let (entry, frame) = entry(of: glyph, in: &faces, from: origin) {
                body(entry, frame)
            }
        }
    }

    /// The atlas of the last glyph's face, which the next one most often has too.
    private struct KnownFace {
        private let font: Font
        private var index = 0
        private var atlas: GlyphAtlas

        init(_ font: Font) {
            self.font = font
            atlas = font.faces[0].atlas
        }

        @inline(__always)
        mutating func atlas(of face: Int) -> GlyphAtlas {
            if face != index { (index, atlas) = (face, font.faces[face].atlas) }
            return atlas
        }
    }

    /// Where the line is drawn. Only widths may be fractions of pixels: heights are hinted.
    private func origin(_ baseline: Point) -> (x: Double, y: Int) {
        (figures == .tabular ? baseline.x.rounded() : baseline.x, Int(baseline.y.rounded()))
    }

    /// The picture and the rectangle of a glyph; `nil` if it is blank.
    @inline(__always)
    private func entry(
        of glyph: PositionedGlyph, in faces: inout KnownFace, from origin: (x: Double, y: Int)
    ) -> (AtlasGlyph, PixelRect)? {
        let phases = GlyphAtlas.phaseCount
        let x = Int(((origin.x + glyph.x) * Double(phases)).rounded())
        // A power of two: this rounds down, also to the left of 0.
        let (column, phase) = (x >> phases.trailingZeroBitCount, x & (phases - 1))
        guard let entry = faces.atlas(of: glyph.face).glyph(glyph.id, phase: phase) else {
            return nil
        }
        return (
            entry,
            PixelRect(
                x: column + entry.left,
                y: origin.y + (glyph.y == 0 ? 0 : Int(glyph.y.rounded())) - entry.top,
                width: entry.width, height: entry.height)
        )
    }

    /// A number, laid out without HarfBuzz: values change often, and their characters never join.
    private static func number(_ string: String, _ font: Font) -> ([PositionedGlyph], Double)? {
        var width = 0.0
        var glyphs: [PositionedGlyph] = []
        glyphs.reserveCapacity(string.utf8.count)
        for scalar in string.unicodeScalars {
            guard let glyph = font.tabularGlyph(for: scalar) else { return nil }
            glyphs.append(
                PositionedGlyph(face: glyph.face, id: glyph.id, x: width + glyph.x, y: 0))
            width += glyph.advance
        }
        return (glyphs, width)
    }
}

extension [Character] {
    /// The start of a number at the end of the text; the end if there is none.
    fileprivate var numberAtEnd: Int { numberStart(before: count) }

    /// The text with an ellipsis in the middle, and nearly `count` characters around it: two thirds
    /// of them before it.
    fileprivate func withoutMiddle(keeping count: Int) -> String {
        var tail = self.count - count / 3
        // A number that would be split at its start is left out.
        while tail < self.count, withoutPartOfNumber(endingAt: tail) < tail { tail += 1 }
        if tail == self.count { tail = Swift.min(numberAtEnd, self.count) }
        while tail < self.count, self[tail].isWhitespace { tail += 1 }
        let rest = Swift.max(count - (self.count - tail), 0)
        var head = self[..<withoutPartOfNumber(endingAt: Swift.min(rest, tail))]
        while head.last?.isWhitespace == true { head.removeLast() }
        return String(head) + "…" + String(self[tail...])
    }

    /// The start of the number that ending at `end` would split; else `end`.
    fileprivate func withoutPartOfNumber(endingAt end: Int) -> Int {
        guard end < count, end > 0 else { return end }
        let isInside =
            isPoint(at: end)
            || isDigit(at: end)
                && (isDigit(at: end - 1) || isPoint(at: end - 1) || isSign(at: end - 1))
        return isInside ? numberStart(before: end) : end
    }

    /// The start of the digits, points and sign that end at `end`.
    private func numberStart(before end: Int) -> Int {
        var start = end
        while start > 0, isDigit(at: start - 1) || isPoint(at: start - 1) { start -= 1 }
        if start > 0, start < count, isDigit(at: start), isSign(at: start - 1) { start -= 1 }
        return start
    }

    private func isDigit(at index: Int) -> Bool { self[index].isNumber }

    /// Whether there is a decimal point inside a number.
    private func isPoint(at index: Int) -> Bool {
        [".", ","].contains(self[index]) && index > 0 && index + 1 < count && isDigit(at: index - 1)
            && isDigit(at: index + 1)
    }

    private func isSign(at index: Int) -> Bool { ["-", "−", "+"].contains(self[index]) }
}
