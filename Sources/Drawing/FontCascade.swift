/// Font files in the order in which they are searched, and the fonts created from them.
final class FontCascade {
    private struct WeakFont {
        weak var font: Font?
    }

    /// The file of the font itself, then its fallbacks; never empty.
    let files: [FontFile]
    private var fonts: [Double: WeakFont] = [:]

    init(_ files: [FontFile]) {
        precondition(!files.isEmpty, "a font needs a file")
        self.files = files
    }

    /// The font of a size. It is the same object while anything retains it.
    func font(size: Double) -> Font {
        if let font = fonts[size]?.font { return font }
        let font = Font(self, size: size)
        // Sizes that an animation passed through are removed.
        fonts = fonts.filter { $0.value.font != nil }
        fonts[size] = WeakFont(font: font)
        return font
    }
}
