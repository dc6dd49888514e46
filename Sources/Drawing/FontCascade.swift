/// Font files in the order in which they are searched, and the fonts created from them.
final class FontCascade {
    /// The file of the font itself, then its fallbacks; never empty.
    let files: [FontFile]
    /// The fonts that anything retains. A weak reference would make each retaining of them slower.
    private var fonts: [Unmanaged<Font>] = []

    /// The glyph of a character in a number that HarfBuzz neither moved nor gave another width. It
    /// is the same in each size, and shaping takes long.
    struct PlainGlyph {
        let scalar: Unicode.Scalar
        /// The index of its file.
        let face: Int
        /// Its index in the file.
        let id: UInt32
    }

    private var plainGlyphs: [PlainGlyph] = []

    init(_ files: [FontFile]) {
        precondition(!files.isEmpty, "a font needs a file")
        self.files = files
    }

    /// The font of a size. It is the same object while anything retains it.
    func font(size: Double) -> Font {
        for known in fonts {
            let font = known.takeUnretainedValue()
            if font.size == size { return font }
        }
        let font = Font(self, size: size)
        fonts.append(.passUnretained(font))
        return font
    }

    /// Removes a font that nothing retains any more, such as one of the sizes of an animation.
    func forget(_ font: Font) {
        let leaving = Unmanaged.passUnretained(font).toOpaque()
        fonts.removeAll { $0.toOpaque() == leaving }
    }

    /// The glyph of a character in a number; `nil` if it is not known to be plain.
    func plainGlyph(for scalar: Unicode.Scalar) -> PlainGlyph? {
        plainGlyphs.first { $0.scalar == scalar }
    }

    /// Keeps a plain glyph for the other sizes.
    func notePlain(_ glyph: PlainGlyph) { plainGlyphs.append(glyph) }
}
