/// What HarfBuzz made of a text in a font.
struct ShapedText {
    let string: String
    let figures: Figures
    let glyphs: [PositionedGlyph]
    /// The distance from the start of the line to its end, in pixels.
    let width: Double
    let isRightToLeft: Bool
}
