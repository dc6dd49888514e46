import Drawing

/// The fonts of a panel, in a base size from which the other sizes are derived.
struct Typefaces {
    let regular: Font
    /// The same as `regular` if no text of the panel is bold.
    let bold: Font

    /// - Throws: If a font file cannot be used.
    init(of theme: ThemeDescription, from fonts: FontCollection) throws(FontError) {
        regular = try fonts.font(
            path: theme.fontPath, fallbackPaths: theme.fallbackPaths, size: 16)
        bold = try fonts.font(
            path: theme.boldFontPath ?? theme.fontPath, fallbackPaths: theme.fallbackPaths,
            size: 16)
    }

    /// The font of a text.
    func font(_ style: TextStyle) -> Font { style.isBold == true ? bold : regular }

    /// Whether these are the files of a theme.
    func match(_ theme: ThemeDescription) -> Bool {
        regular.path == theme.fontPath && regular.fallbackPaths == theme.fallbackPaths
            && bold.path == theme.boldFontPath ?? theme.fontPath
    }
}
