import Glibc
import Testing

@testable import EventLoop

/// The log to a journal of which nobody but the test reads.
struct LogOutputTests {
    @Test func `an entry arrives at the journal at once`() throws {
        let journal = try JournalSocket()
        let output = LogOutput(name: "paneld", journal: journal.path)

        output.write(LogEntry("it rains", .warning))

        #expect(
            journal.read() == "MESSAGE=it rains\nPRIORITY=4\nSYSLOG_IDENTIFIER=paneld\n")
        #expect(journal.read() == nil)
    }

    @Test
    func `a journal that hangs delays nothing, and later gets the number of lines that it missed`()
        throws
    {
        let journal = try JournalSocket()
        let output = LogOutput(name: "paneld", journal: journal.path)

        // Whatever the kernel's limit is: it takes no more when its queue is full.
        for number in 0..<10_000 {
            output.write(LogEntry("\(number)"), at: .seconds(number))
        }
        var taken = 0
        while let entry = journal.read() {
            #expect(entry.hasPrefix("MESSAGE=\(taken)\n"))
            taken += 1
        }
        output.write(LogEntry("again"), at: .seconds(10_000))

        #expect((1..<10_000).contains(taken))
        #expect(
            journal.read()?.hasPrefix(
                "MESSAGE=\(10_000 - taken) entries of the log were lost\nPRIORITY=4\n") == true)
        #expect(journal.read()?.hasPrefix("MESSAGE=again\n") == true)
        #expect(journal.read() == nil)
    }

    @Test func `the journal gets at most 50 entries at once and then 5 a second, and the last one`()
        throws
    {
        let journal = try JournalSocket()
        let output = LogOutput(name: "paneld", journal: journal.path)
        func entries(_ count: Int, at time: Duration) -> [String] {
            (0..<count).flatMap { _ in
                output.write(LogEntry("the cable is loose"), at: time)
                return Array(sequence(state: ()) { _ in journal.read() })
            }
        }

        #expect(entries(1000, at: .seconds(1)).count == 50)
        let second = entries(1000, at: .seconds(2))
        #expect(second.first?.hasPrefix("MESSAGE=950 entries of the log were lost\n") == true)
        #expect(second.count == 1 + 5)
        output.write(LogEntry("out of memory"), at: .seconds(2), isLast: true)
        #expect(journal.read()?.hasPrefix("MESSAGE=995 entries of the log were lost\n") == true)
        #expect(journal.read()?.hasPrefix("MESSAGE=out of memory\n") == true)
    }

    @Test func `a single lost entry is counted in good English`() throws {
        let journal = try JournalSocket()
        let output = LogOutput(name: "paneld", journal: journal.path)
        for _ in 0..<51 {
            output.write(LogEntry("the cable is loose"), at: .seconds(1))
            _ = journal.read()
        }
        output.write(LogEntry("the cable holds"), at: .seconds(2))

        #expect(journal.read()?.hasPrefix("MESSAGE=1 entry of the log was lost\n") == true)
        #expect(journal.read()?.hasPrefix("MESSAGE=the cable holds\n") == true)
    }

    @Test func `the end of the program waits for a journal that hangs, but not for long`() throws {
        let journal = try JournalSocket()
        let output = LogOutput(name: "paneld", journal: journal.path)
        output.write(LogEntry("the last words"))
        let began = ContinuousClock.now

        output.finish()

        let took = ContinuousClock.now - began
        #expect((.milliseconds(100) ... .seconds(5)).contains(took))
        #expect(journal.read() != nil)
        // It has read everything.
        output.finish()
    }
}

/// The socket of a journal, in a file of its own.
private final class JournalSocket {
    let path: String
    private let descriptor: Int32

    init() throws {
        var template = Array("/tmp/glassfader-journal-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        path = folder + "/socket"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(String(path.dropLast("/socket".count)))
    }

    /// The next entry; nil if there is none.
    func read() -> String? {
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let length = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return length < 0 ? nil : String(decoding: bytes.prefix(length), as: UTF8.self)
    }
}
