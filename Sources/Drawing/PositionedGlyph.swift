/// A glyph of a line, and its position.
struct PositionedGlyph: Hashable {
    /// The index of its face in the font.
    var face: Int { Int(shortFace) }
    // Beside the other index, so that both take one word.
    private let shortFace: Int32

    /// Its index in the face.
    let id: UInt32

    /// The distance from the line's start, in pixels.
    let x: Double

    /// The distance below the baseline, in pixels.
    let y: Double

    init(face: Int = 0, id: UInt32, x: Double, y: Double) {
        shortFace = Int32(clamping: face)
        (self.id, self.x, self.y) = (id, x, y)
    }
}
