/// Why a font cannot be used.
public struct FontError: Error, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String

    /// The reason, such as "No such file or directory".
    public let reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// "cannot use the font /usr/share/fonts/x.otf: No such file or directory".
    public var description: String { "cannot use the font \(path): \(reason)" }
}
