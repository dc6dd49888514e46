/// Why an image cannot be used.
public struct ImageError: Error, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The reason, such as "No such file or directory".
    public let reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// "cannot use the image /usr/share/panel/knob.png: No such file or directory".
    public var description: String { "cannot use the image \(path): \(reason)" }
}
