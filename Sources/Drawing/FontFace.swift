import CText

/// A font file at a size: its shaper, and its rasterised glyphs.
final class FontFace {
    let shaper: OpaquePointer
    let atlas: GlyphAtlas

    init(_ file: FontFile, size: Double) {
        atlas = GlyphAtlas(file, size: size)
        let shaper: OpaquePointer = hb_font_create(file.face)
        let scale = Int32((size * 64).rounded())
        hb_font_set_scale(shaper, scale, scale)
        hb_ot_font_set_funcs(shaper)
        self.shaper = shaper
    }

    /// Whether the file has a glyph for a character.
    func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0 && glyph != 0
    }

    /// The width that a glyph takes by itself, in whole pixels.
    func advance(of glyph: UInt32) -> Double {
        (Double(hb_font_get_glyph_h_advance(shaper, glyph)) / 64).rounded()
    }

    deinit {
        hb_font_destroy(shaper)
    }
}
