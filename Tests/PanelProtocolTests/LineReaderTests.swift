import PanelProtocol
import Testing

struct LineReaderTests {
    /// The lines of a stream, appended in pieces of a size.
    private func lines(of text: String, piece: Int) throws -> [LineReader.Line] {
        var reader = LineReader()
        var lines: [LineReader.Line] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            reader.append(bytes[start..<min(start + piece, bytes.count)])
            while let line = try reader.next() { lines.append(line) }
        }
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `lines are the same in whatever pieces the bytes arrive`(piece: Int) throws {
        let lines = try lines(of: "one\n\r\n\n\ntwo\r\nGrüße, 世界 🎚\nrest", piece: piece)
        #expect(
            lines.map { String(decoding: $0.bytes, as: UTF8.self) }
                == ["one", "two", "Grüße, 世界 🎚"])
        #expect(lines.map(\.number) == [1, 5, 6])
    }

    @Test func `empty lines are skipped, or returned one by one`() throws {
        var reader = LineReader()
        reader.append(Array("\n\r\none\n\n".utf8))
        #expect(try reader.nextOrEmpty()?.bytes == [])
        #expect(try reader.nextOrEmpty()?.number == 2)
        #expect(try reader.next()?.number == 3)
        #expect(try reader.next() == nil)
        #expect(try reader.nextOrEmpty() == nil)
    }

    @Test func `a line may be as long as the limit and no longer`() throws {
        for length in [65_535, 65_536] {
            let lines = try lines(of: String(repeating: "x", count: length) + "\n", piece: 1000)
            #expect(lines.map(\.bytes.count) == [length])
        }
        for (end, piece) in [("\n", 65_600), ("", 65_536)] {
            let text = "\n" + String(repeating: "x", count: 65_537) + end
            let error = #expect(throws: LineReader.LineTooLong.self) {
                try lines(of: text, piece: piece)
            }
            #expect(error?.number == 2)
            #expect(error?.limit == 65_536)
        }
    }

    @Test func `a partial line is detected, and a NUL is an ordinary byte`() throws {
        var reader = LineReader()
        #expect(!reader.hasPartialLine)
        reader.append([0, 65])
        #expect(try reader.next() == nil)
        #expect(reader.hasPartialLine)
        reader.append([10])
        #expect(try reader.next()?.bytes == [0, 65])
        #expect(!reader.hasPartialLine)
    }
}
