/// The glyph of a character in a number, which does not depend on its neighbours.
struct TabularGlyph {
    /// The index of its face in the font.
    let face: Int

    /// Its index in the face.
    let id: UInt32

    /// The distance from the start of its advance, in pixels.
    var x: Double

    /// The width that it takes, in whole pixels.
    var advance: Double
}
