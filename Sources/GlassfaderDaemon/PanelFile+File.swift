import Files
import Panel

extension PanelFile {
    /// A file with mistakes, each told on a line of its own with its place in the file.
    struct MistakesError: Error, CustomStringConvertible {
        let description: String

        init(_ errors: [PanelFileError]) {
            description = errors.map(\.description).joined(separator: "\n")
        }
    }

    /// Reads the panel file at `path`. What is only suspicious is told to `warn`.
    ///
    /// - Throws: `FileError` or `MistakesError`.
    static func panel(
        contentsOf path: String, types: [ControlType], warn: (String) -> Void
    ) throws -> PanelDescription {
        let file = PanelFile(utf8: try bytes(at: path), name: path, types: types)
        for warning in file.warnings { warn("warning: \(warning)") }
        guard let panel = file.panel else {
            throw MistakesError(file.errors)
        }
        return panel
    }

    /// What is in the panel file at `path`.
    static func bytes(at path: String) throws(FileError) -> [UInt8] {
        try RegularFile(path, atMost: largestSize).bytes
    }
}
