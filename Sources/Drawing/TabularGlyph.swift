/// What a character is in a number, whatever its neighbours.
struct TabularGlyph {
    /// Which face of the font it is of.
    let face: Int

    /// Its index in the face.
    let id: UInt32

    /// How far it is from the start of its room, in pixels.
    var x: Double

    /// The room that it takes, in whole pixels.
    var advance: Double
}
