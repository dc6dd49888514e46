import Files
import Glibc
import Panel

/// A panel file that is replaced by a new text, and kept as `FILE.old`.
struct ReplacedPanelFile {
    /// It was changed after it was read.
    struct Changed: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "\(path) was changed meanwhile, and is left as it is now; set up once more"
        }
    }

    let path: String
    /// What was read; `nil` if there is no such file.
    let text: String?

    /// Reads it, if there is one.
    init(_ path: String) throws(FileError) {
        self.path = path
        text = try Self.text(of: path)
    }

    private static func text(of path: String) throws(FileError) -> String? {
        do throws(FileError) {
            let bytes = try RegularFile(path, atMost: PanelFile.largestSize).bytes
            return String(decoding: bytes, as: UTF8.self)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Writes the new text, for everyone to read, or with the owner and the permissions of the old
    /// one. A link stays, and what it leads to is replaced.
    ///
    /// - Returns: Whether the old text is kept.
    /// - Throws: `FileError` or `Changed`, and then the file is as it was.
    @discardableResult
    func write(_ new: String) throws -> Bool {
        let target = LinkedPath.resolved(path)
        guard try Self.text(of: path) == text else { throw Changed(path: path) }
        let permissions = FilePermissions(of: target)
        func put(_ text: String, to path: String) throws(FileError) {
            try ReplacedFile(path).write(Array(text.utf8), mode: 0o600) { file in
                // fchmod(2) ignores the umask.
                if let permissions { permissions.apply(to: file) } else { fchmod(file, 0o644) }
            }
        }
        let kept = text.flatMap { replacesKept(by: $0) ? $0 : nil }
        if let kept { try put(kept, to: path + ".old") }
        try put(new, to: target)
        return kept != nil
    }

    /// Whether a text replaces what was kept before. A shipped desk does not replace a desk of
    /// one's own.
    private func replacesKept(by text: String) -> Bool {
        guard DeskChoice(shippedAs: text) != nil, let kept = try? Self.text(of: path + ".old")
        else { return true }
        return DeskChoice(shippedAs: kept) != nil
    }
}
