import Foundation
import Testing

@testable import glassfader

/// What a report of a fault has of a panel file that names people.
struct FaultReportTests {
    @Test func `messages in a report have no texts of the panel file`() {
        let texts = PanelFileTexts(
            of: TextlessPanelFile([
                #"label = "Anna Berger""#, #"color = "Lena Ott""#, #"image = "lena.png""#,
                #"unit = "dB", type = "knob", label = "Li""#, #"label = "Ute \"Bass\" Weiß""#,
            ]))
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

    @Test func `a name of the panel file has the same replacement everywhere`() {
        let lines = [
            (#"groups = { "Ute B" = { label = "U" } }"#, #"groups = { "…" = { label = "…" } }"#),
            ("[groups]", "[groups]"),
            (#"bernds_band = { type = "radio" }"#, #"nameA = { type = "radio" }"#),
            ("[templates.roswitha_vox] # hers", "[templates.nameB] #"),
            ("controls = [", "controls = ["),
            (
                #"  { id = "lena", type = "switch", mode = "tap", groups = ["bernds_band"] },"#,
                #"  { id = "nameC", type = "switch", mode = "tap", groups = ["nameA"] },"#
            ),
            ("]", "]"), ("[[pages.strips]]", "[[pages.strips]]"),
            (#"id = "udo""#, #"id = "nameD""#), ("count = 3", "count = 3"),
            (#"template = "roswitha_vox""#, #"template = "nameB""#),
            ("[strips.udo3]", "[strips.nameD3]"), ("lena.label = 'L'", "nameC.label = '…'"),
            ("lena = { min = 3 }", "nameC = { min = 3 }"), ("weight = 2", "weight = 2"),
            ("[strips.udo2.lena]", "[strips.nameD2.nameC]"), ("min = 3", "min = 3"),
            (#"controls = ["udo1.lena", "x.y"]"#, #"controls = ["nameD1.nameC", "…"]"#),
            ("[bridges.osc]", "[bridges.osc]"),
            (#"dialect = "x32", host = "nas""#, #"dialect = "x32", host = "…""#),
        ]
        #expect(TextlessPanelFile(lines.map(\.0)).lines == lines.map(\.1))
        let texts = PanelFileTexts(of: TextlessPanelFile(lines.map(\.0)))
        #expect(texts.hidden(in: "'udo3.lena' has no udo") == "'nameD3.nameC' has no udo")
        #expect(texts.hidden(in: "roswitha_vox: a mistake") == "nameB: a mistake")
    }

    @Test func `the words of the product stay, whatever a machine or a strip is called`() {
        let names = PrivateNames([("glassfader", "HOST"), ("Panel", "USER"), ("in", "USER")])
        let line = "no panel at /run/glassfader/glassfader.sock in 3 s"
        #expect(names.hidden(in: line) == line)
        let texts = PanelFileTexts(
            of: TextlessPanelFile([#"id = "panel""#, #"id = "glassfader""#]))
        #expect(texts.hidden(in: line) == line)
    }

    @Test func `short names are hidden as whole words`() {
        let names = PrivateNames([("jo", "USER"), ("pi", "USER")])
        for (line, shown) in [
            ("jo, pi@desk and pi: hello", "USER, USER@desk and USER: hello"),
            ("join pipe pi-2 pi.x JO", "join pipe pi-2 pi.x JO"),
        ] {
            #expect(names.hidden(in: line) == shown)
        }
    }

    @Test func `people are users of any number that systemd does not give to services`() {
        for number: uid_t in [1000, 60000, 65533, 65535, 70000] {
            #expect(PrivateNames.isPerson(number))
        }
        for number: uid_t in [0, 999, 61184, 65519, 65534] {
            #expect(!PrivateNames.isPerson(number))
        }
    }

    @Test func `hosts of local domains and of the machine's own are hidden`() {
        let names = PrivateNames([], domain: ".annas-studio.de")
        for (line, shown) in [
            ("x32.lan: no answer", "HOST: no answer"), ("NAS.Annas-Studio.de.", "HOST."),
            ("bob@nas.annas-studio.de:/export", "bob@HOST:/export"),
            ("in annas-studio.de", "in HOST"), ("/dev/sda.local", "/dev/HOST"),
            ("the local home, plan.b and panel.toml", "the local home, plan.b and panel.toml"),
        ] {
            #expect(names.hidden(in: line) == shown)
        }
        for (parameter, shown) in [
            ("root=LABEL=annas-disk", "root=LABEL=…"), ("root=/dev/nfs", "root=/dev/nfs"),
            ("nfsroot=nas:/export,vers=3", "nfsroot=…"),
        ] {
            #expect(PrivateNames.withoutNumber(parameter) == shown)
        }
    }

    @Test func `the journal has no name that a client gave itself`() {
        #expect(
            FaultReport.withoutClient(#"closed c12 "Annas iPad" (process 7): "x""#)
                == #"closed c12 "…" (process 7): "x""#)
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
