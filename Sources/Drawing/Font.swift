import CText

/// A font file at a size, with fallback files for the characters that it lacks.
///
/// It is a class because it caches rasterised glyphs. Fonts from one `FontCollection` share them:
/// equal fonts are one object.
public final class Font {
    /// The font of Debian's package `fonts-inter`.
    public static let defaultPath = "/usr/share/fonts/opentype/inter/Inter-Medium.otf"

    /// The valid sizes of a font, in pixels.
    public static let sizes = 1.0...1000.0

    /// The height of an em, in pixels.
    public let size: Double

    /// The extent above the baseline, in pixels.
    public let ascent: Double

    /// The extent below the baseline, in pixels; positive.
    public let descent: Double

    /// The height of a capital letter, in pixels; labels are centred by it.
    public let capHeight: Double

    /// The faces in the order in which they are searched for a character.
    let faces: [FontFace]

    private let cascade: FontCascade
    private var smallerFonts: [Font] = []
    private var tabularGlyphs: [(scalar: Unicode.Scalar, glyph: TabularGlyph)] = []
    /// Where the ASCII characters are in `tabularGlyphs`, from 1; 0 if they are not.
    private var tabularPlaces = [UInt8](repeating: 0, count: 128)

    /// The texts that were shaped last: the strips of a desk have the same ones.
    private var shapedTexts: [ShapedText] = []
    /// How many of these there are.
    private static let mostShapedTexts = 16

    /// Opens a font file.
    /// - Parameters:
    ///   - path: An OpenType, TrueType or Type 1 file.
    ///   - fallbackPaths: Files to search, in this order, for characters that the first lacks.
    ///   - size: The height of an em in pixels, in `sizes`.
    /// - Throws: `FontError` if a file cannot be read, or is not a font.
    public convenience init(
        path: String, fallbackPaths: [String] = [], size: Double
    ) throws(FontError) {
        var files: [FontFile] = []
        for path in [path] + fallbackPaths { files.append(try FontFile(path: path)) }
        self.init(FontCascade(files), size: size)
    }

    init(_ cascade: FontCascade, size: Double) {
        precondition(Self.sizes.contains(size), "a font's size must be in Font.sizes")
        self.cascade = cascade
        self.size = size
        faces = cascade.files.map { FontFace($0, size: size) }

        // Only the first face counts, so that the line height does not depend on the text.
        let shaper = faces[0].shaper
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(shaper, &extents)
        ascent = Double(extents.ascender) / 64
        descent = -Double(extents.descender) / 64
        var height: hb_position_t = 0
        let isKnown = hb_ot_metrics_get_position(shaper, HB_OT_METRICS_TAG_CAP_HEIGHT, &height)
        capHeight = isKnown != 0 && height > 0 ? Double(height) / 64 : size * 0.7
    }

    deinit { cascade.forget(self) }

    /// The file of the font.
    public var path: String { cascade.files[0].path }

    /// The fallback files, in the order in which they are searched.
    public var fallbackPaths: [String] { cascade.files.dropFirst().map(\.path) }

    /// The distance between the baselines of two lines, in whole pixels.
    public var lineHeight: Double { (ascent + descent).rounded(.up) }

    /// The same files at another size, without reading them again.
    public func withSize(_ size: Double) -> Font {
        size == self.size ? self : cascade.font(size: size)
    }

    /// The same files at a size up to its own, kept as long as this font: a text that does not fit
    /// tries several, whenever it changes.
    package func smaller(_ size: Double) -> Font {
        precondition(size <= self.size, "a smaller font has a smaller size")
        guard size != self.size else { return self }
        if let known = smallerFonts.first(where: { $0.size == size }) { return known }
        let made = withSize(size)
        smallerFonts.append(made)
        return made
    }

    /// Whether the font and its fallbacks lack a character of a text, as `TextLine.lacksGlyphs`
    /// finds.
    package func lacksGlyphs(of text: String) -> Bool {
        // The characters of ASCII are not joined or replaced by others when they are shaped.
        let isPlain = text.unicodeScalars.allSatisfy {
            (" "..."~").contains($0) && faces[0].hasGlyph(for: $0)
        }
        return !isPlain && TextLine(text, font: self).lacksGlyphs
    }

    /// A text that was shaped before; `nil` if it is not known any more.
    func shapedText(_ string: String, _ figures: Figures) -> ShapedText? {
        // Strings that are equal may have other characters.
        shapedTexts.first {
            $0.figures == figures && $0.string.utf8.elementsEqual(string.utf8)
        }
    }

    /// Keeps a text that was shaped in place of the oldest one.
    func keep(_ text: ShapedText) {
        if shapedTexts.count == Self.mostShapedTexts { shapedTexts.removeFirst() }
        shapedTexts.append(text)
    }

    /// The glyph of a character in a number; `nil` if the character must be shaped with its
    /// neighbours.
    func tabularGlyph(for scalar: Unicode.Scalar) -> TabularGlyph? {
        if scalar.isASCII {
            let place = Int(tabularPlaces[Int(scalar.value)])
            if place > 0 { return tabularGlyphs[place - 1].glyph }
        } else {
            for known in tabularGlyphs where known.scalar == scalar { return known.glyph }
        }
        // This bounds the array, and excludes characters that join or change direction.
        guard (" "..."~").contains(scalar) || "−±°·–∞µ…".unicodeScalars.contains(scalar) else {
            return nil
        }
        guard var glyph = shapedAlone(scalar) else { return nil }
        if Self.digits.contains(scalar) {
            // Not every font has tabular figures.
            let widest = widestDigit ?? glyph.advance
            glyph.x += ((widest - glyph.advance) / 2).rounded(.down)
            glyph.advance = widest
        }
        tabularGlyphs.append((scalar, glyph))
        if scalar.isASCII { tabularPlaces[Int(scalar.value)] = UInt8(tabularGlyphs.count) }
        return glyph
    }

    private static let digits = Array("0123456789".unicodeScalars)

    private lazy var widestDigit = Self.digits.compactMap { shapedAlone($0)?.advance }.max()

    private func shapedAlone(_ scalar: Unicode.Scalar) -> TabularGlyph? {
        if let plain = cascade.plainGlyph(for: scalar) {
            return TabularGlyph(
                face: plain.face, id: plain.id, x: 0,
                advance: faces[plain.face].advance(of: plain.id))
        }
        var shaper = TextShaper(self, figures: .tabular)
        shaper.shape([scalar])
        guard shaper.glyphs.count == 1 else { return nil }
        let glyph = shaper.glyphs[0]
        if glyph.x == 0, shaper.width == faces[glyph.face].advance(of: glyph.id) {
            cascade.notePlain(
                FontCascade.PlainGlyph(scalar: scalar, face: glyph.face, id: glyph.id))
        }
        return TabularGlyph(face: glyph.face, id: glyph.id, x: glyph.x, advance: shaper.width)
    }
}
