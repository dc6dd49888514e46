import Glibc
import TestVectors
import Testing
import TouchEvents

@testable import Evdev

struct TouchscreenPipeTests {
    @Test func `fingers begin, move and lift`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 10), (.mtX, 100), (.mtY, 200), (.report, 0), at: .milliseconds(1500))
        writer.write((.mtX, 110), (.report, 0), (.id, -1), (.report, 0), at: .seconds(2))
        #expect(
            try pipe.news() == [
                "1.5 began 1 at 100,200", "2.0 moved 1 at 110,200", "2.0 ended 1 at 110,200",
            ])
        #expect(try pipe.news() == [])
    }

    @Test func `an event that arrives in pieces counts when it is complete`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        let bytes = EventWriter.bytes((.id, 10), (.mtX, 100), (.mtY, 200), (.report, 0))
        for byte in bytes.dropLast() {
            writer.write(bytes: [byte])
            #expect(try pipe.news() == [])
        }
        writer.write(bytes: bytes.suffix(1) + bytes.prefix(30))
        #expect(try pipe.news() == ["0.0 began 1 at 100,200"])
        writer.write(bytes: EventWriter.bytes((.id, 10), (.mtX, 120), (.report, 0)).dropFirst(30))
        #expect(try pipe.news() == ["0.0 moved 1 at 120,200"])
    }

    @Test func `more events than fit in one read are all read`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 10), (.mtX, 0), (.mtY, 0), (.report, 0))
        for x in 1...150 { writer.write((.mtX, Int32(x)), (.report, 0)) }
        let news = try pipe.news()
        #expect(news.count == 151 && news.last == "0.0 moved 1 at 150,0")
    }

    @Test func `a program that writes without end does not keep the reader`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 10), (.mtX, 0), (.mtY, 0), (.report, 0))
        for x in 1...1000 { writer.write((.mtX, Int32(x)), (.report, 0)) }
        let news = try pipe.news()
        #expect(news.count < 600 && !news.isEmpty)
        #expect(try news.count + pipe.news().count == 1001)
    }

    @Test func `an event of another clock, which is far ahead, happens now`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write(
            (.id, 10), (.mtX, 100), (.mtY, 200), (.report, 0), at: .seconds(1_790_000_000))
        writer.write((.mtX, 110), (.report, 0), at: .seconds(1000) + .milliseconds(1))
        #expect(
            try pipe.news() == ["1000.0 began 1 at 100,200", "1000.001 moved 1 at 110,200"])
    }

    @Test func `after lost events the fingers are cancelled until they lift`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 10), (.mtX, 100), (.mtY, 200), (.report, 0))
        writer.write((.mtX, 999), (.dropped, 0), (.mtX, 998), (.report, 0), at: .seconds(1))
        #expect(
            try pipe.news() == ["0.0 began 1 at 100,200", "1.0 cancelled 1 at 100,200"])
        #expect(pipe.overruns == 1)

        writer.write((.mtX, 300), (.report, 0), (.id, -1), (.report, 0))
        #expect(try pipe.news() == [])
        writer.write((.id, 11), (.mtX, 400), (.report, 0), at: .seconds(2))
        #expect(try pipe.news() == ["2.0 began 2 at 400,200"])
        #expect(pipe.overruns == 1)
    }

    @Test func `a writer that hangs up cancels its fingers`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 10), (.mtX, 100), (.mtY, 200), (.report, 0), at: .seconds(3))
        // Of a report that is not complete nothing counts.
        writer.write((.mtX, 555), at: .seconds(4))
        writer.hangUp()
        var news: [String] = []
        while pipe.readNews(into: &news) == .present {}
        #expect(news == ["3.0 began 1 at 100,200", "4.0 cancelled 1 at 100,200"])
    }

    @Test func `a pipe whose writer left is opened again for the next writer`() throws {
        let writer = try EventWriter()
        let pipe = try writer.touchscreen()
        writer.write((.id, 7), (.mtX, 100), (.mtY, 200), (.report, 0))
        // The beginning of an event that nobody finishes.
        writer.write(bytes: [1, 2, 3])
        writer.hangUp()
        var news: [String] = []
        while pipe.readNews(into: &news) == .present {}
        #expect(news == ["0.0 began 1 at 100,200", "0.0 cancelled 1 at 100,200"])

        try pipe.reopen()
        #expect(try pipe.news() == [])
        try writer.connect()
        // The same tracking ID, which the last writer left in the slot.
        writer.write((.id, 7), (.mtX, 300), (.report, 0))
        #expect(try pipe.news() == ["0.0 began 2 at 300,0"])
        writer.write((.id, -1), (.report, 0))
        #expect(try pipe.news() == ["0.0 ended 2 at 300,0"])
    }

    @Test func `an error names a path that is missing or is not a pipe`() throws {
        let writer = try EventWriter()
        #expect(throws: EvdevError.failed("open", path: writer.path + "x", errno: ENOENT)) {
            try writer.touchscreen(at: writer.path + "x")
        }
        #expect {
            try writer.touchscreen(at: "/dev/null")
        } throws: {
            "\($0)".hasPrefix("cannot read events from the non-pipe /dev/null")
        }
    }

    @Test func `a device that is not a touchscreen is rejected`() throws {
        let writer = try EventWriter()
        #expect {
            try TouchscreenPipe(path: writer.path, device: DeviceDescription())
        } throws: {
            "\($0)".hasPrefix("cannot use \(writer.path) as a touchscreen: ")
        }
    }
}

extension TouchscreenPipe {
    /// Reads what there is, and says what came of it.
    fileprivate func news() throws -> [String] {
        var news: [String] = []
        #expect(readNews(into: &news) == .present)
        return news
    }

    fileprivate func readNews(into news: inout [String]) -> ContactReports.Source {
        let reports = readReports(at: .seconds(1000))
        for report in reports {
            for contact in report.contacts {
                news.append(
                    "\(report.time / .seconds(1)) \(contact.phase) \(contact.number) at "
                        + "\(contact.x),\(contact.y)")
            }
        }
        return reports.source
    }
}

/// A program that poses as a touchscreen of five slots, and writes to a pipe of its own.
private final class EventWriter {
    let path: String
    private let folder: String
    private var descriptor: Int32 = -1

    init() throws {
        folder = try TestFiles.makeFolder()
        path = folder + "/events"
        try #require(mkfifo(path, 0o600) == 0)
    }

    deinit {
        hangUp()
        unlink(path)
        rmdir(folder)
    }

    /// The reading end, with this as its writer.
    func touchscreen() throws -> TouchscreenPipe {
        let pipe = try touchscreen(at: path)
        try connect()
        return pipe
    }

    /// Opens the end to write to.
    func connect() throws {
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    @discardableResult
    func touchscreen(at path: String) throws -> TouchscreenPipe {
        try TouchscreenPipe(path: path, device: .slots(5, width: 2000, height: 1200))
    }

    func write(_ events: (EventCode, Int32)..., at time: Duration = .zero) {
        write(bytes: EventCode.bytes(of: events, at: time))
    }

    func write(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    static func bytes(_ events: (EventCode, Int32)...) -> [UInt8] {
        EventCode.bytes(of: events)
    }
}
