import Files
import Panel

extension PanelFile {
    /// The errors of a panel file, one on each line with its position in the file.
    struct MistakesError: Error, CustomStringConvertible {
        let description: String

        init(_ errors: [PanelFileError]) {
            description = errors.map(\.description).joined(separator: "\n")
        }
    }

    /// Reads the panel file at `path`. Calls `warn` for each warning.
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

    /// The contents of the panel file at `path`.
    static func bytes(at path: String) throws(FileError) -> [UInt8] {
        try RegularFile(path, atMost: largestSize).bytes
    }
}
