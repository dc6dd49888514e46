import Foundation
import Testing

/// What a file that the tool writes replaces, and what it leaves alone.
final class OutputFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let panel = "[[pages]]\nid = \"p\"\nstrips = []\n"
        try Data(panel.utf8).write(to: folder.appending(path: "desk.toml"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static let png = Data([0x89, 0x50, 0x4e, 0x47])

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func contents(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Draws the panel into a file of the folder.
    private func draw(_ name: String) throws -> ToolResult {
        try shell("\"$TOOL\" check desk.toml --size 320x240 --render \(name)")
    }

    private func shell(_ line: String) throws -> ToolResult {
        try ToolResult(ofShell: "cd '\(folder.path)' && \(line)", socket: path("s"))
    }

    private func isLink(_ name: String) throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return attributes[.type] as? FileAttributeType == .typeSymbolicLink
    }

    private func mode(_ name: String) -> mode_t? {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `a link stays, and the file it leads to is replaced`() throws {
        for link in ["latest.png", "first.png"] {
            try FileManager.default.createSymbolicLink(
                atPath: path(link), withDestinationPath: "real-\(link)")
        }
        try Data("old".utf8).write(to: folder.appending(path: "real-latest.png"))
        for link in ["latest.png", "first.png"] {
            #expect(try draw(link).status == 0)
            #expect(try isLink(link))
            #expect(try contents("real-\(link)").starts(with: Self.png))
        }
    }

    @Test func `a file that is replaced keeps its permissions`() throws {
        try Data("old".utf8).write(to: folder.appending(path: "private.png"))
        #expect(chmod(path("private.png"), 0o600) == 0)
        #expect(try draw("private.png").status == 0)
        #expect(mode("private.png") == 0o600)
        #expect(try contents("private.png").starts(with: Self.png))
    }

    @Test func `a link to standard output stays, and the picture is printed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: path("out"), withDestinationPath: "/proc/self/fd/1")
        #expect(try draw("out").bytes.starts(with: Self.png))
        #expect(try isLink("out"))
        let result = try shell("(echo before; \"$TOOL\" check desk.toml --render out) > all")
        #expect(result.status == 0)
        #expect(try isLink("out"))
        #expect(try contents("all").starts(with: Data("before\n".utf8) + Self.png))
    }

    @Test func `a pipe is written to, and stays`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let result = try shell(
            "exec 3<>pipe; \"$TOOL\" check desk.toml --size 320x240 --render pipe; "
                + "exec 4<pipe; exec 3>&-; cat <&4 > copy")
        #expect(result.status == 0)
        #expect(try contents("copy").starts(with: Self.png))
    }

    @Test func `links in a circle are an error`() throws {
        for (link, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: path(link), withDestinationPath: target)
        }
        let result = try draw("a")
        #expect(result.status == 2)
        #expect(result.errors == "glassfader: cannot write a: Too many levels of symbolic links\n")
        #expect(try isLink("a"))
    }
}
