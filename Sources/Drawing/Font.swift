import CText

/// A font file at a size, and others to fall back on for the characters that it lacks.
///
/// A class, because it keeps the glyphs that it has rasterised; take fonts from a
/// `FontCollection`, so that equal fonts are one.
public final class Font {
    /// The font that Debian's package `fonts-inter` installs; the README has users install it.
    public static let defaultPath = "/usr/share/fonts/opentype/inter/Inter-Medium.otf"

    /// The sizes that a font can have, in pixels.
    public static let sizes = 1.0...1000.0

    /// The height of an em, in pixels.
    public let size: Double

    /// How far the font reaches above the baseline, in pixels.
    public let ascent: Double

    /// How far the font reaches below the baseline, in pixels; positive.
    public let descent: Double

    /// The height of a capital letter, in pixels: what to centre labels by.
    public let capHeight: Double

    /// What draws the characters, then what draws those that it lacks.
    let faces: [FontFace]

    private let cascade: FontCascade
    private var tabularGlyphs: [Unicode.Scalar: TabularGlyph] = [:]

    /// Opens a font file.
    ///
    /// - Parameters:
    ///   - path: An OpenType, TrueType or Type 1 file.
    ///   - fallbackPaths: The files to look in, in this order, for characters that the first lacks.
    ///   - size: The height of an em in pixels, in `sizes`.
    /// - Throws: `FontError` if a file cannot be read, or is no font.
    public convenience init(
        path: String, fallbackPaths: [String] = [], size: Double
    ) throws(FontError) {
        var files: [FontFile] = []
        for path in [path] + fallbackPaths { files.append(try FontFile(path: path)) }
        self.init(FontCascade(files), size: size)
    }

    init(_ cascade: FontCascade, size: Double) {
        precondition(Self.sizes.contains(size), "no such size for a font")
        self.cascade = cascade
        self.size = size
        faces = cascade.files.map { FontFace($0, size: size) }

        // The first alone, so that lines have one height whatever is written in them.
        let shaper = faces[0].shaper
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(shaper, &extents)
        ascent = Double(extents.ascender) / 64
        descent = -Double(extents.descender) / 64
        var height: hb_position_t = 0
        let isKnown = hb_ot_metrics_get_position(shaper, HB_OT_METRICS_TAG_CAP_HEIGHT, &height)
        capHeight = isKnown != 0 && height > 0 ? Double(height) / 64 : size * 0.7
    }

    /// The file that the glyphs come from.
    public var path: String { cascade.files[0].path }

    /// The files that the glyphs of other characters come from, in the order they are looked in.
    public var fallbackPaths: [String] { cascade.files.dropFirst().map(\.path) }

    /// The distance between the baselines of two lines, in whole pixels.
    public var lineHeight: Double { (ascent + descent).rounded(.up) }

    /// The same files at another size, without reading them again.
    public func withSize(_ size: Double) -> Font {
        size == self.size ? self : cascade.font(size: size)
    }

    /// The glyph of a character as it is in numbers; nil where characters must be shaped together.
    func tabularGlyph(for scalar: Unicode.Scalar) -> TabularGlyph? {
        if let glyph = tabularGlyphs[scalar] { return glyph }
        // Bounds the dictionary, and keeps out whatever joins or reverses.
        guard (" "..."~").contains(scalar) || "−±°·–∞µ".unicodeScalars.contains(scalar) else {
            return nil
        }
        guard var glyph = shapedAlone(scalar) else { return nil }
        if Self.digits.contains(scalar) {
            // Not every font has figures of one width.
            let widest = widestDigit ?? glyph.advance
            glyph.x += ((widest - glyph.advance) / 2).rounded(.down)
            glyph.advance = widest
        }
        tabularGlyphs[scalar] = glyph
        return glyph
    }

    private static let digits = Array("0123456789".unicodeScalars)

    private lazy var widestDigit = Self.digits.compactMap { shapedAlone($0)?.advance }.max()

    private func shapedAlone(_ scalar: Unicode.Scalar) -> TabularGlyph? {
        var shaper = TextShaper(self, figures: .tabular)
        shaper.shape([scalar])
        guard shaper.glyphs.count == 1 else { return nil }
        let glyph = shaper.glyphs[0]
        return TabularGlyph(face: glyph.face, id: glyph.id, x: glyph.x, advance: shaper.width)
    }
}
