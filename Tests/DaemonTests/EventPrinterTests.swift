import EventLoop
import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

final class EventPrinterTests {
    private let loop: EventLoop
    private let printer: EventPrinter
    private let reader: Int32
    private let writer: Int32
    private let entries = LogEntries()

    private final class LogEntries {
        var texts: [String] = []
    }

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
        printer = try EventPrinter(
            to: writer, loop: loop, log: Log { [entries] in entries.texts.append($0.text) }
        ) { .empty }
    }

    deinit {
        close(writer)
    }

    private func move(
        to value: Double, _ phase: ValueChanged.Phase = .set, on other: EventPrinter? = nil
    ) throws {
        let printer = other ?? printer
        printer.post(
            ValueChanged(
                control: "ch1.level",
                state: ControlState(value: .number(value), norm: .number(value / 100)),
                phase: phase, source: .restore, time: .zero))
        try printer.flush(at: loop.now)
    }

    @Test func `an event is printed as a line`() throws {
        try move(to: 10)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(reader, &buffer, buffer.count)
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        #expect(text.hasPrefix(#"{"event":"valueChanged","control":"ch1.level","value":10.0"#))
        #expect(text.hasSuffix("\n"))
        close(reader)
    }

    @Test func `events that cannot be printed are an error in the log, once`() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        let printer = try EventPrinter(
            to: full, loop: loop, log: Log { [entries] in entries.texts.append($0.text) }
        ) { .empty }
        for number in 1...3 {
            try move(to: Double(number), on: printer)
        }
        #expect(
            entries.texts == [
                "no more events are printed: cannot write to standard output: "
                    + "No space left on device"
            ])
    }

    @Test func `a terminal that nobody reads makes nobody wait`() throws {
        var (own, user): (Int32, Int32) = (-1, -1)
        try #require(openpty(&own, &user, nil, nil, nil) == 0)
        defer {
            close(own)
            close(user)
        }
        let printer = try EventPrinter(to: user, loop: loop, log: Log { _ in }) {
            .empty
        }
        // The test would stand still here.
        for number in 1...1000 {
            try move(to: Double(number), on: printer)
        }
        let log = LogOutput(name: "panel", journal: nil, to: user)
        for _ in 0..<100 { log.write(LogEntry("a line", .warning), isLast: true) }
        try expectRest()
    }

    /// Expects that nothing is to be done, once the kernel has moved on what it had of a terminal.
    private func expectRest() throws {
        var rounds = 0
        while try loop.runOnce(waitingAtMost: .zero), rounds < 100 { rounds += 1 }
        #expect(rounds < 100, "the loop does not come to rest")
    }

    @Test func `a reader that leaves with much unread output costs nothing afterwards`() throws {
        // More than a pipe holds.
        for number in 1...1000 { try move(to: Double(number % 100)) }
        #expect(!(try loop.runOnce(waitingAtMost: .zero)))
        close(reader)
        try expectRest()
        try move(to: 1)
        #expect(!(try loop.runOnce(waitingAtMost: .zero)))
    }
}
