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

    deinit {
        hb_font_destroy(shaper)
    }
}
