/// The fonts in use: each file is read once, and each size of it rasterised once.
public final class FontCollection {
    private struct Key: Hashable {
        let path: String
        let size: Double
    }

    private var files: [String: FontFile] = [:]
    private var fonts: [Key: Font] = [:]

    /// A collection without fonts.
    public init() {}

    /// The font of a file at a size; always the same for the same.
    ///
    /// - Parameters:
    ///   - path: An OpenType, TrueType or Type 1 file.
    ///   - size: The height of an em in pixels, in `Font.sizes`.
    /// - Throws: `FontError` if the file cannot be read, or is no font.
    public func font(
        path: String = Font.defaultPath, size: Double
    ) throws(FontError) -> Font {
        let key = Key(path: path, size: size)
        if let font = fonts[key] { return font }
        let file: FontFile
        if let known = files[path] {
            file = known
        } else {
            file = try FontFile(path: path)
        }
        let font = Font(file, size: size)
        files[path] = file
        fonts[key] = font
        return font
    }
}
