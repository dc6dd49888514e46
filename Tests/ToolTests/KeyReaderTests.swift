import Testing

@testable import glassfader

struct KeyReaderTests {
    @Test func `keys are recognized however their bytes arrive`() {
        let text = "\u{1b}[Aq\u{1b}OB\t\u{1b}[1;2A\u{1b}[5~\u{1b}[Z\u{1b}[99x0"
        let keys: [Key] = [
            .up, .character("q"), .down, .tab, .shiftUp, .pageUp, .backTab, .character("0"),
        ]
        var reader = KeyReader()
        #expect(reader.keys(text.utf8) == keys)
        #expect(text.utf8.flatMap { reader.keys([$0]) } == keys)
    }

    @Test func `a lone escape and an unfinished escape sequence do nothing`() {
        var reader = KeyReader()
        #expect(reader.keys("\u{1b}".utf8).isEmpty)
        #expect(reader.keys("q".utf8) == [.character("q")])
        #expect(reader.keys(("\u{1b}[" + String(repeating: "1", count: 100)).utf8).isEmpty)
        #expect(reader.keys("q".utf8) == [.character("q")])
    }
}
