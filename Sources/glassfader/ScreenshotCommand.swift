import ArgumentParser
import Files
import GlassfaderClient
import Glibc
import PanelProtocol

/// Saves a picture of what the panel shows.
struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot", abstract: "Save a picture of what the panel shows, as PNG.",
        discussion: """
            The picture comes over the socket. The tool writes the file, not the daemon.
            """)

    @OptionGroup var panel: ConnectionOptions

    @Argument(
        help: "The file; - or nothing for standard output.",
        completion: .file(extensions: ["png"]))
    var file = "-"

    func run() throws {
        guard file != "-" || isatty(STDOUT_FILENO) == 0 else {
            throw ValidationError(
                "the picture goes to standard output, which is a terminal: name a file, "
                    + "or add > panel.png")
        }
        try panel.withPanel { client in
            let picture = try Self.picture(from: client)
            if file == "-" { return try ToolOutput.bytes(picture.png) }
            do throws(FileError) {
                try OutputFile.write(picture.png, to: file)
            } catch {
                ToolOutput.error(TerminalText.escaped(error.description))
                throw ExitCode(2)
            }
            ToolOutput.error(
                TerminalText.escaped("wrote \(file), \(picture.width)x\(picture.height) pixels"))
        }
    }

    /// A complete picture.
    private struct Picture {
        var width: Int64 = 0
        var height: Int64 = 0
        var png: [UInt8] = []
    }

    /// Reads all pieces of one picture.
    private static func picture(from client: PanelClient) throws(PanelClientError) -> Picture {
        var picture = Picture()
        while true {
            let offset = picture.png.count
            let piece = try client.reply(to: "screenshot") { $0.member("offset", offset) }
            guard piece["offset"]?.integer == Int64(offset),
                let bytes = piece["data"]?.string.flatMap(Base64.bytes), let more = piece["more"],
                !bytes.isEmpty || more.boolean == false
            else { throw .notUnderstood("a piece of a picture") }
            picture.png += bytes
            guard more.boolean == false else { continue }
            picture.width = piece["width"]?.integer ?? 0
            picture.height = piece["height"]?.integer ?? 0
            guard piece["bytes"]?.integer == Int64(picture.png.count) else {
                throw .notUnderstood("a picture whose size differs from the announced one")
            }
            return picture
        }
    }
}
