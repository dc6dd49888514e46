/// The fonts in use. Each file is read only once, and each of its sizes rasterised only once.
public final class FontCollection {
    // There are few of each.
    private var files: [FontFile] = []
    private var cascades: [FontCascade] = []
    private var fonts: [Font] = []

    /// A collection without fonts.
    public init() {}

    /// The font of a file at a size. Equal arguments return the same object.
    ///
    /// - Parameters:
    ///   - path: An OpenType, TrueType or Type 1 file.
    ///   - fallbackPaths: Files to search, in this order, for characters that the first lacks.
    ///   - size: The height of an em in pixels, in `Font.sizes`.
    /// - Throws: `FontError` if a file cannot be read, or is not a font.
    public func font(
        path: String = Font.defaultPath, fallbackPaths: [String] = [], size: Double
    ) throws(FontError) -> Font {
        let font = try cascade([path] + fallbackPaths).font(size: size)
        if !fonts.contains(where: { $0 === font }) { fonts.append(font) }
        return font
    }

    private func cascade(_ paths: [String]) throws(FontError) -> FontCascade {
        if let known = cascades.first(where: { $0.files.map(\.path) == paths }) { return known }
        var opened: [FontFile] = []
        for path in paths { opened.append(try file(path)) }
        let cascade = FontCascade(opened)
        cascades.append(cascade)
        return cascade
    }

    private func file(_ path: String) throws(FontError) -> FontFile {
        if let known = files.first(where: { $0.path == path }) { return known }
        let file = try FontFile(path: path)
        files.append(file)
        return file
    }
}
