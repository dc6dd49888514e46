/// Font files in the order in which they are asked for a character, and the fonts made of them.
final class FontCascade {
    private struct WeakFont {
        weak var font: Font?
    }

    /// The font itself, then those it falls back on; never empty.
    let files: [FontFile]
    private var fonts: [Double: WeakFont] = [:]

    init(_ files: [FontFile]) {
        precondition(!files.isEmpty, "a font needs a file")
        self.files = files
    }

    /// The font of a size; always the same while somebody has it.
    func font(size: Double) -> Font {
        if let font = fonts[size]?.font { return font }
        let font = Font(self, size: size)
        // Sizes that an animation goes through are not kept.
        fonts = fonts.filter { $0.value.font != nil }
        fonts[size] = WeakFont(font: font)
        return font
    }
}
