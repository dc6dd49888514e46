import Foundation
import Testing

@testable import Panel

/// Where a panel file has sockets and other files, and what it may print.
struct PanelFilePlaceTests {
    @Test(arguments: [
        ("/run/s", "/run//./s"), ("/run/a/../s", "/run/s"), ("s", "./s"),
        ("/run/glassfader/monitor.sock", nil),
    ])
    func `the same path for both sockets is a mistake, however it is written`(
        path: String, monitor: String?
    ) {
        let line = monitor.map { "path = \"\($0)\"" } ?? ""
        let file = PanelFile(
            text: """
                [socket]
                path = "\(path)"
                [socket.monitor]
                \(line)
                [[pages]]
                id = "main"
                strips = []
                """, name: "t.toml")
        #expect(file.errors.map(\.message) == ["'path' is that of [socket]; expected another"])
    }

    @Test(arguments: [
        ("", "0"), (String(repeating: "x", count: 108), "108"),
    ])
    func `a path that no socket can have is a mistake`(path: String, bytes: String) {
        for table in ["[socket]", "[socket.monitor]"] {
            let file = PanelFile(
                text: """
                    \(table)
                    path = "\(path)"
                    [[pages]]
                    id = "main"
                    strips = []
                    """, name: "t.toml")
            #expect(
                file.errors.map(\.description) == [
                    "t.toml:2:8: 'path' has \(bytes) bytes; the path of a socket has 1 to 107"
                ])
        }
    }

    @Test func `text in a file cannot control the terminal that prints its mistakes`() {
        let file = PanelFile(
            text: """
                "k\\u001bey" = 1
                [[pages]]
                id = "p\\u001b[2J\\n\\u202e"
                strips = []
                """, name: "t\u{1b}.toml")
        #expect(
            file.errors.map(\.description) == [
                "t\\u{1b}.toml:3:6: 'p\\u{1b}[2J\\u{a}\\u{202e}': "
                    + "an id is made of letters, digits, '_' and '-'"
            ])
        #expect(file.warnings.map(\.message) == ["unknown key 'k\\u{1b}ey' in the panel"])
    }

    @Test(arguments: ["image", "font"])
    func `a pipe without a writer is a mistake with its line, and reading does not wait for it`(
        use: String
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = folder.appending(path: "t.toml").path
        let pipe = folder.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let text =
            use == "font"
            ? "[theme]\nfont = \"pipe\"\n[[pages]]\nid = \"p\"\nstrips = []"
            : """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [{ id = "i", type = "image", file = "pipe" }] }]
            """
        let place = use == "font" ? "2:8: 'font'" : "3:70: 'file'"
        #expect(
            PanelFile(text: text, name: name).errors.map(\.description) == [
                "\(name):\(place): cannot use the \(use) \(pipe): it is a FIFO, not a regular file"
            ])
    }
}
