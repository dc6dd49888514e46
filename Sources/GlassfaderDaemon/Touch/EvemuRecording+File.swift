import Evdev
import Files
import Glibc

extension EvemuRecording {
    /// A recording that cannot be played.
    struct PlaybackError: Error, CustomStringConvertible {
        let description: String
    }

    /// The largest accepted file in bytes; an hour of touches needs less.
    private static let largestSize = 16_000_000

    /// Reads a recording: one file with description and events, or a file with events and a `.desc`
    /// file beside it. The name of the events' file begins with that of the `.desc` file.
    ///
    /// - Throws: `PlaybackError` or `FileError`.
    init(contentsOf path: String) throws {
        let description = try Self.descriptionPath(beside: path).map(Self.device(inFileAt:))
        self = try Self.naming(path) { text throws(EvemuError) in
            try EvemuRecording(text, device: description)
        }
        guard !events.isEmpty else {
            throw PlaybackError(description: "\(path) has a description but no events")
        }
    }

    /// Reads a device's description, as `evemu-describe` writes it.
    ///
    /// - Throws: `PlaybackError` or `FileError`.
    static func device(inFileAt path: String) throws -> DeviceDescription {
        try naming(path) { text throws(EvemuError) in try DeviceDescription(evemu: text) }
    }

    /// Reads a file and passes its text to `read`. Adds the file's name to errors.
    private static func naming<Result>(
        _ path: String, _ read: (String) throws(EvemuError) -> Result
    ) throws -> Result {
        let bytes = try RegularFile(path, atMost: largestSize).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(EvemuError) {
            return try read(text)
        } catch {
            throw PlaybackError(description: "\(path): \(error)")
        }
    }

    /// The `.desc` file with the longest matching name: `Panel.desc` for
    /// `Panel.two-fingers.events`.
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
