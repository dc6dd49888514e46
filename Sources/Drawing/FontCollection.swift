/// The fonts in use. Each file is read only once, and each of its sizes rasterised only once.
public final class FontCollection {
    private var files: [String: FontFile] = [:]
    private var cascades: [[String]: FontCascade] = [:]
    private var fonts: [ObjectIdentifier: Font] = [:]

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
        fonts[ObjectIdentifier(font)] = font
        return font
    }

    private func cascade(_ paths: [String]) throws(FontError) -> FontCascade {
        if let cascade = cascades[paths] { return cascade }
        var opened: [FontFile] = []
        for path in paths {
            let file: FontFile
            if let known = files[path] { file = known } else { file = try FontFile(path: path) }
            files[path] = file
            opened.append(file)
        }
        let cascade = FontCascade(opened)
        cascades[paths] = cascade
        return cascade
    }
}
