import PanelProtocol
import Testing

@testable import Panel

/// `[bridges]`: the settings of bridges.
struct BridgeFileTests {
    private func file(_ bridges: String) -> PanelFile {
        PanelFile(
            text: "[[pages]]\nid = \"p\"\nstrips = []\n\(bridges)\n", name: "t.toml")
    }

    private func written(_ bridges: JSONObject) -> String {
        var writer = JSONWriter()
        writer.line { $0.member("bridges", bridges) }
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    }

    @Test func `a table for each bridge has whatever the bridge knows`() throws {
        let file = file(
            """
            [bridges.osc]
            listen = "127.0.0.1:9000"
            send = ["127.0.0.1:3819", "unix:/run/\\"x\\""]
            "any key" = -0.0000001
            on = true
            empty = []
            mixed = [1, 2.5, "c", false]
            big = 9007199254740993
            names = { "Vox {n}" = "ch1", list = [1] }
            [bridges.pipewire]
            """)
        #expect(file.errors.isEmpty && file.warnings.isEmpty)
        #expect(
            written(try #require(file.panel).bridges)
                == #"{"bridges":{"osc":{"listen":"127.0.0.1:9000","#
                + #""send":["127.0.0.1:3819","unix:/run/\"x\""],"any key":-1e-07,"on":true,"#
                + #""empty":[],"mixed":[1,2.5,"c",false],"big":9007199254740993,"#
                + #""names":{"Vox {n}":"ch1","list":[1]}},"pipewire":{}}}"#)
        #expect(self.file("").panel?.bridges == JSONObject())
    }

    @Test(arguments: [
        ("[[bridges]]", "4:1: 'bridges': expected a table, found an array"),
        (
            "[bridges]\nosc = \"127.0.0.1\"",
            "5:7: 'osc': expected a table such as [bridges.osc], found a string"
        ),
        (
            "[bridges.\"o c\"]",
            "4:10: [bridges]: 'o c': the name of a bridge is made of letters, digits, '_' and '-'"
        ),
        (
            "[bridges.osc]\na = 2026-11-23",
            "5:5: 'a': expected a string, a number, true or false, or an array of these, or a table of "
                + "them, found a date or time"
        ),
        (
            "[bridges.osc.a.b]\nc = 1",
            "4:1: 'b': expected a string, a number, true or false, or an array of these, found a table"
        ),
        (
            "[bridges.osc]\na = [1, [2]]",
            "5:9: 'a': expected an array of strings, numbers, true and false, found an array"
        ),
        ("[bridges.osc]\na = [inf]", "5:6: 'a': expected a finite number"),
        ("[bridges.osc]\na = \"\\u0000\"", "5:5: a text has no NUL: leave \\u0000 out"),
        ("[bridges.osc]\n\"\" = 1", "5:1: 'osc': a key has 1 to 64 bytes"),
    ])
    func `a wrong setting of a bridge is an error with its place`(text: String, message: String) {
        let file = file(text)
        #expect(file.errors.map(\.description) == ["t.toml:" + message])
        #expect(file.panel == nil)
    }

    @Test func `keys, texts and all bytes have a limit`() {
        let long = String(repeating: "x", count: 257)
        #expect(
            file("[bridges.osc]\na = \"\(long)\"").errors.map(\.description) == [
                "t.toml:5:5: 'a': 257 bytes of a text: at most 256 are allowed"
            ])
        func keys(_ count: Int, in bridge: String = "osc", _ value: String = "1") -> String {
            "[bridges.\(bridge)]\n" + (1...count).map { "k\($0) = \(value)\n" }.joined()
        }
        #expect(file(keys(256)).errors == [])
        #expect(
            file(keys(257)).errors.map(\.message) == [
                "'osc': 257 entries of a list: at most 256 are allowed"
            ])
        let text = "\"\(long.dropLast(20))\""
        let full = file(keys(100, in: "a", text) + keys(100, in: "b", text))
        #expect(
            full.errors.map(\.message).first?.hasSuffix(
                "bytes of all bridges: at most 32768 are allowed") == true)
        #expect(file(keys(100, in: "a", text)).errors == [])
    }
}
