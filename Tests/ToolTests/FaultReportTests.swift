import Foundation
import Testing

@testable import glassfader

/// What a report of a fault has of a panel file that names people.
struct FaultReportTests {
    @Test func `messages in a report have no texts of the panel file`() {
        let texts = PanelFileTexts(of: [
            #"label = "Anna Berger""#, #"color = "Lena Ott""#, #"image = "lena.png""#,
            #"unit = "dB", type = "knob", label = "Li""#, #"label = "Ute \"Bass\" Weiß""#,
        ])
        for (line, shown) in [
            ("a.toml:3:8: unknown color 'Anna Berger'", "a.toml:3:8: unknown color '…'"),
            ("'color': unknown 'Lena Ott'", "'color': unknown '…'"),
            ("cannot read /etc/lena.png: it is a folder", "cannot read /etc/…: it is a folder"),
            ("'Li' is no 'knob' in dB, and Linz stays", "'…' is no 'knob' in dB, and Linz stays"),
            (#"no 'Ute "Bass" Weiß'"#, "no '…'"),
        ] {
            #expect(texts.hidden(in: line) == shown)
        }
    }

    @Test func `a report names no user's folder, known to this machine or not`() {
        let names = PrivateNames([])
        for (line, shown) in [
            (#"path = "/home/lena/fonts/A.ttf""#, #"path = "/home/USER/fonts/A.ttf""#),
            (
                "fallback = ['/home/udo', '/media/udo/S']",
                "fallback = ['/home/USER', '/media/USER/S']"
            ),
            ("/run/user/1000/desk.sock", "/run/user/USER/desk.sock"),
            ("/home/ is a folder", "/home/ is a folder"),
        ] {
            #expect(names.hidden(in: line) == shown)
        }
    }

    @Test func `the report of a broken file has none of its texts`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "desk.toml")
        let text = """
            [[pages]]
            id = "p"
            strips = [{ id = "a", controls = [
              { id = "k", type = "knob", color = "Anna Berger" },
            ] }]

            """
        try Data(text.utf8).write(to: file)
        let result = try ToolResult(
            of: ["doctor", "--panel", file.path, "--report", "-"], socket: "/no")
        #expect(result.output.contains("unknown") || result.output.contains("color"))
        #expect(!result.output.contains("Anna"), "\(result.output)")
    }
}
