import Evdev
import Files
import Glibc

extension EvemuRecording {
    /// A recording that cannot be played.
    struct FileError: Error, CustomStringConvertible {
        let description: String
    }

    /// How many bytes a file may have: those of an hour of fingers are fewer.
    private static let largestSize = 16_000_000

    /// Reads a recording: description and events in one file, or events with the description in a
    /// `.desc` file beside them, whose name the events' name begins with.
    ///
    /// - Throws: `FileError` or `FileError`.
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
    /// - Throws: `FileError` or `FileError`.
    static func device(inFileAt path: String) throws -> DeviceDescription {
        try naming(path) { text throws(EvemuError) in try DeviceDescription(evemu: text) }
    }

    /// Reads what is in a file; an error names the file.
    private static func naming<Result>(
        _ path: String, _ read: (String) throws(EvemuError) -> Result
    ) throws -> Result {
        let bytes = try RegularFile(path, atMost: largestSize).bytes
        let text = String(decoding: bytes, as: UTF8.self)
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
