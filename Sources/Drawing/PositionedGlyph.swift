/// A glyph of a line, and its position.
struct PositionedGlyph: Hashable {
    /// The index of its face in the font.
    var face = 0

    /// Its index in the face.
    var id: UInt32

    /// The distance from the line's start, in pixels.
    var x: Double

    /// The distance below the baseline, in pixels.
    var y: Double
}
