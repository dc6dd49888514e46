/// What a character is in a number, whatever its neighbours.
struct TabularGlyph {
    /// Its index in the font.
    let id: UInt32

    /// The room that it takes, in whole pixels.
    let advance: Double
}
