import CText

/// A font file at a size.
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

    let shaper: OpaquePointer
    let atlas: GlyphAtlas
    private let file: FontFile
    private var tabularGlyphs: [Unicode.Scalar: TabularGlyph] = [:]

    /// Opens a font file.
    ///
    /// - Parameters:
    ///   - path: An OpenType, TrueType or Type 1 file.
    ///   - size: The height of an em in pixels, in `sizes`.
    /// - Throws: `FontError` if the file cannot be read, or is no font.
    public convenience init(path: String, size: Double) throws(FontError) {
        self.init(try FontFile(path: path), size: size)
    }

    init(_ file: FontFile, size: Double) {
        precondition(Self.sizes.contains(size), "no such size for a font")
        self.file = file
        self.size = size
        atlas = GlyphAtlas(file, size: size)

        let shaper: OpaquePointer = hb_font_create(file.face)
        let scale = Int32((size * 64).rounded())
        hb_font_set_scale(shaper, scale, scale)
        hb_ot_font_set_funcs(shaper)
        self.shaper = shaper

        var extents = hb_font_extents_t()
        hb_font_get_h_extents(shaper, &extents)
        ascent = Double(extents.ascender) / 64
        descent = -Double(extents.descender) / 64
        var height: hb_position_t = 0
        let isKnown = hb_ot_metrics_get_position(shaper, HB_OT_METRICS_TAG_CAP_HEIGHT, &height)
        capHeight = isKnown != 0 && height > 0 ? Double(height) / 64 : size * 0.7
    }

    deinit {
        hb_font_destroy(shaper)
    }

    /// The file that the glyphs come from.
    public var path: String { file.path }

    /// The distance between the baselines of two lines, in whole pixels.
    public var lineHeight: Double { (ascent + descent).rounded(.up) }

    /// The same file at another size, without reading it again.
    public func withSize(_ size: Double) -> Font {
        size == self.size ? self : Font(file, size: size)
    }

    /// The glyph of a character as it is in numbers; nil where characters must be shaped together.
    func tabularGlyph(for scalar: Unicode.Scalar) -> TabularGlyph? {
        if let glyph = tabularGlyphs[scalar] { return glyph }
        // Bounds the dictionary, and keeps out whatever joins or reverses.
        guard (" "..."~").contains(scalar) || "−±°·–∞µ".unicodeScalars.contains(scalar) else {
            return nil
        }
        var shaper = TextShaper(self, figures: .tabular)
        shaper.shape([scalar])
        guard shaper.glyphs.count == 1 else { return nil }
        let glyph = TabularGlyph(id: shaper.glyphs[0].id, advance: shaper.width)
        tabularGlyphs[scalar] = glyph
        return glyph
    }
}
