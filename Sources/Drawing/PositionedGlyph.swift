/// A glyph of a line, and its place.
struct PositionedGlyph: Hashable {
    /// Which face of the font it is of.
    var face = 0

    /// Its index in the face.
    var id: UInt32

    /// How far it is from the line's start, in pixels.
    var x: Double

    /// How far it is below the baseline, in pixels.
    var y: Double
}
