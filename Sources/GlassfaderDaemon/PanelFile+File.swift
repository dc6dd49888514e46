import EventLoop
import Files
import Panel

extension PanelFile {
    /// The errors of a panel file, one on each line with its position in the file.
    struct MistakesError: Error, CustomStringConvertible {
        let description: String
        /// The position of the first error.
        let place: [LogEntry.Field]

        init(_ errors: [PanelFileError]) {
            place = errors.first?.place ?? []
            description = errors.map(\.description).joined(separator: "\n")
        }
    }

    /// Reads the bytes of a panel file. Logs its warnings.
    ///
    /// - Throws: `MistakesError`.
    static func panel(
        utf8 bytes: [UInt8], name: String, types: [ControlType], log: Log
    ) throws(MistakesError) -> PanelDescription {
        let file = PanelFile(utf8: bytes, name: name, types: types)
        file.logWarnings(to: log)
        guard let panel = file.panel else { throw MistakesError(file.errors) }
        return panel
    }

    /// The greatest number of logged warnings.
    private static let longestList = 20

    /// Logs the first warnings, and how many more there are.
    func logWarnings(to log: Log) {
        for warning in warnings.prefix(Self.longestList) {
            log.write(LogEntry("warning: \(warning)", .warning, warning.place))
        }
        let more = warnings.count - Self.longestList
        if more > 0 { log("… and \(more) more; glassfader check lists all", .warning) }
    }

    /// The contents of the panel file at `path`.
    static func bytes(at path: String) throws(FileError) -> [UInt8] {
        try RegularFile(path, atMost: largestSize).bytes
    }
}

extension PanelFileError {
    /// The file and the line, for the fields of an entry in the log.
    var place: [LogEntry.Field] { [.file(file), .line(line)] }
}
