import Evdev
import Glibc

extension EvemuRecording {
    /// A recording that cannot be played.
    struct FileError: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a recording: description and events in one file, or events with the description in a
    /// `.desc` file beside them, whose name the events' name begins with.
    ///
    /// - Throws: `TextFile.ReadError` or `FileError`.
    init(contentsOf path: String) throws {
        let description = try Self.descriptionPath(beside: path).map(Self.device(inFileAt:))
        self = try Self.naming(path) { text throws(EvemuError) in
            try EvemuRecording(text, device: description)
        }
        guard !events.isEmpty else {
            throw FileError(description: "\(path) has a description but no events")
        }
    }

    /// Reads what a device says of itself, as `evemu-describe` writes it.
    ///
    /// - Throws: `TextFile.ReadError` or `FileError`.
    static func device(inFileAt path: String) throws -> DeviceDescription {
        try naming(path) { text throws(EvemuError) in try DeviceDescription(evemu: text) }
    }

    /// Reads what is in a file; an error names the file.
    private static func naming<Result>(
        _ path: String, _ read: (String) throws(EvemuError) -> Result
    ) throws -> Result {
        let text = try TextFile(path).text
        do throws(EvemuError) {
            return try read(text)
        } catch {
            throw FileError(description: "\(path): \(error)")
        }
    }

    /// `Panel.desc` for `Panel.two-fingers.events`: the longest name that fits.
    private static func descriptionPath(beside path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        var name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        while let dot = name.lastIndex(of: ".") {
            name = name[..<dot]
            let candidate = "\(folder)\(name).desc"
            if candidate != path, access(candidate, R_OK) == 0 { return candidate }
        }
        return nil
    }
}
