import Testing

@testable import EventLoop

struct LogEntryTests {
    @Test func `the journal gets the text, the level, the program and the fields`() {
        let entry = LogEntry(
            "reading it", .notice, [.init("DEVICE", "/dev/input/event3"), .init("CLIENT", "c1")])

        #expect(
            text(entry.datagram(from: "paneld"))
                == "MESSAGE=reading it\nPRIORITY=5\nSYSLOG_IDENTIFIER=paneld\n"
                + "DEVICE=/dev/input/event3\nCLIENT=c1\n")
    }

    @Test func `a value of several lines cannot look like another field`() {
        let entry = LogEntry("two\nPRIORITY=0", .error, [.init("FILE", "/tmp/a\nb")])

        #expect(
            text(entry.datagram(from: "paneld"))
                == "MESSAGE\n\u{e}\0\0\0\0\0\0\0two\nPRIORITY=0\n"
                + "PRIORITY=3\nSYSLOG_IDENTIFIER=paneld\n"
                + "FILE\n\u{8}\0\0\0\0\0\0\0/tmp/a\nb\n")
    }

    @Test func `a text that is too long for the journal's socket is cut between two characters`() {
        let entry = LogEntry("x" + String(repeating: "é", count: 100_000))

        let message = text(entry.datagram(from: "paneld")).split(separator: "\n")[0]

        #expect(message.utf8.count < 50_000)
        #expect(message.hasPrefix("MESSAGE=xé") && message.hasSuffix("é…"))
    }

    @Test func `a terminal gets each line after the program's name`() {
        let entry = LogEntry("one\n\ntwo", .warning)

        #expect(entry.lines(from: "paneld") == ["paneld: one\n", "paneld: two\n"])
        #expect(
            entry.lines(from: "paneld", hasLevel: true) == ["<4>paneld: one\n", "<4>paneld: two\n"])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
