import Testing

@testable import glassfader

struct TerminalTextTests {
    @Test(arguments: [("Vox", 3), ("音量", 4), ("e\u{301}", 1), ("-∞ dB", 5), ("\u{200b}", 0)])
    func `the width of a text is its width on a terminal`(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(arguments: [
        ("Vox 音", "Vox 音"), ("\u{1b}[2J", #"\u{1b}[2J"#), ("a\nb\u{7f}", #"a\u{a}b\u{7f}"#),
        ("\u{9b}31m", #"\u{9b}31m"#), ("\u{202e}abc", #"\u{202e}abc"#),
    ])
    func `control characters for a terminal are escaped`(text: String, escaped: String) {
        #expect(TerminalText.escaped(text) == escaped)
    }

    @Test func `a text that is too long is cut between characters`() {
        let sign = TerminalText.isUTF8 ? "…" : "~"
        #expect(TerminalText.fitted("Master", to: 8) == "Master  ")
        #expect(TerminalText.fitted("Master", to: 4) == "Mas" + sign)
        #expect(TerminalText.fitted("音量大", to: 4) == "音" + sign + " ")
    }

    @Test func `only the differences are sent to the terminal`() {
        let size = Terminal.Size(columns: 10, rows: 2)
        var before = CellGrid(size, hasColors: true)
        before.write("音a", row: 0, column: 0)
        var after = CellGrid(size, hasColors: true)
        after.write("音b", row: 0, column: 0, .red)
        after.write("音", row: 1, column: 9)
        #expect(before.changes(from: before).isEmpty)
        #expect(
            after.changes(from: before)
                == "\u{1b}[1;1H\u{1b}[0;31m音b\u{1b}[0m")
        #expect(before.changes(from: nil) == "\u{1b}[0m\u{1b}[2J\u{1b}[1;1H音a")
    }
}
