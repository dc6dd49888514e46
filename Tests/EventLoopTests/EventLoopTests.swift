import Glibc
import Testing

@testable import EventLoop

struct EventLoopTests {
    private struct Refusal: Error, Equatable {}

    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `ready descriptors are handled first, and the end of the round comes last`() throws {
        let (a, b) = (Pipe(), Pipe())
        var calls: [String] = []
        let post = try loop.post { [loop] in
            calls.append("post")
            loop.exit()
        }
        let sources = try [a, b].map { pipe in
            try loop.readable(pipe.reader) { calls.append(pipe.read()) }
        }
        a.write("a")
        b.write("b")

        try loop.run()

        #expect(calls.sorted() == ["a", "b", "post"])
        #expect(calls.last == "post")
        withExtendedLifetime((post, sources)) {}
    }

    @Test func `a descriptor is handled before an idle timer`() throws {
        let pipe = Pipe()
        var calls: [String] = []
        let first = try loop.timer(at: loop.now, priority: .idle) { [loop] _ in
            calls.append("idle")
            loop.exit()
        }
        let second = try loop.readable(pipe.reader) { calls.append(pipe.read()) }
        pipe.write("normal")

        try loop.run()

        #expect(calls == ["normal", "idle"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a descriptor that is always ready cannot delay the end of the round forever`()
        throws
    {
        let flood = Pipe()
        flood.write("never read")
        var calls = 0
        var rounds = 0
        let source = try loop.readable(flood.reader) {
            calls += 1
            if calls == 1_000_000 { throw Refusal() }
        }
        let post = try loop.post { [loop] in
            rounds += 1
            if rounds == 2 { loop.exit() }
        }

        try loop.run()

        #expect(rounds == 2)
        #expect(calls > 2)
        withExtendedLifetime((source, post)) {}
    }

    @Test func `an error in a handler ends the loop and is rethrown`() throws {
        let pipe = Pipe()
        pipe.write("x")
        var calls = 0
        let source = try loop.readable(pipe.reader) {
            calls += 1
            throw Refusal()
        }

        #expect(throws: Refusal()) { try loop.run() }
        #expect(calls == 1)
        withExtendedLifetime(source) {}
    }

    @Test func `a handler may release its own source`() throws {
        let pipe = Pipe()
        pipe.write("x")
        var calls = 0
        var source: EventSource?
        source = try loop.readable(pipe.reader) {
            calls += 1
            source = nil
        }
        weak let released = source

        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(try !loop.runOnce(waitingAtMost: .zero))

        #expect(calls == 1)
        #expect(source == nil)
        #expect(released == nil)
    }

    @Test func `a handler may close its descriptor and wait for another one with that number`()
        throws
    {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reader, writer) = (ends[0], ends[1])
        let next = Pipe()
        next.write("x")
        var source: EventSource?
        var other: EventSource?
        var calls = 0
        source = try loop.readable(reader) { [loop] in
            source = nil
            // Closes it, and gives its number to the other pipe at once.
            #expect(dup2(next.reader, reader) == reader)
            other = try loop.readable(reader) { calls += 1 }
        }
        close(writer)
        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(source == nil && other != nil)
        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(calls == 1)
        other = nil
        close(reader)
    }

    @Test func `the loop does not wait for a released source`() throws {
        let pipe = Pipe()
        pipe.write("x")
        var source: EventSource? = try loop.readable(pipe.reader) { Issue.record("called") }
        #expect(source != nil)

        source = nil

        #expect(try !loop.runOnce(waitingAtMost: .zero))
    }

    @Test func `a hang-up makes a descriptor readable`() throws {
        let pipe = Pipe()
        var read: String?
        let source = try loop.readable(pipe.reader) { read = pipe.read() }

        pipe.hangUp()

        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(read == "")
        withExtendedLifetime(source) {}
    }

    @Test func `the interest in a descriptor can be changed`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        var seen: [Readiness] = []
        let source = try loop.ready(ends[0], for: .readable) { seen.append($0) }

        #expect(try !loop.runOnce(waitingAtMost: .zero))
        try source.watch(for: [.readable, .writable])
        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(seen == [.writable])

        try source.watch(for: [])
        shutdown(ends[1], Int32(SHUT_RDWR))
        #expect(try !loop.runOnce(waitingAtMost: .zero))

        try source.watch(for: .readable)
        #expect(try loop.runOnce(waitingAtMost: .zero))
        #expect(seen.last == [.readable, .hungUp])
    }

    @Test func `the suspended time does not grow while the machine runs`() throws {
        try loop.runOnce(waitingAtMost: .zero)
        let before = loop.timeSuspended
        try loop.runOnce(waitingAtMost: .milliseconds(2))
        // The two clocks are read one after the other.
        #expect(before >= .zero)
        #expect(loop.timeSuspended - before < .milliseconds(400))
    }

    @Test func `a timer fires once, never early, and fires again when set again`() throws {
        let start = loop.now
        var fired: [Duration] = []
        let timer = try loop.timer(at: start + .milliseconds(2)) { [loop] now in
            #expect(now == loop.now)
            fired.append(now)
        }
        #expect(timer.isArmed)

        try loop.runOnce()
        #expect(fired.count == 1)
        #expect(fired[0] >= start + .milliseconds(2))
        #expect(!timer.isArmed)
        #expect(try !loop.runOnce(waitingAtMost: .milliseconds(2)))

        try timer.fire(at: start)
        try loop.runOnce()
        #expect(fired.count == 2)
    }

    @Test func `a timer can set itself again from its handler`() throws {
        let start = loop.now
        var fired = 0
        var timer: EventSource?
        timer = try loop.timer(at: start) { [loop] _ in
            fired += 1
            if fired == 3 { loop.exit() } else { try timer?.fire(at: start + .milliseconds(fired)) }
        }

        try loop.run()

        #expect(fired == 3)
        timer = nil
    }

    @Test func `a disarmed timer does not fire`() throws {
        let timer = try loop.timer(at: loop.now) { _ in Issue.record("fired") }
        try timer.disarm()
        let unset = try loop.timer(at: nil) { _ in Issue.record("fired") }

        #expect(!timer.isArmed)
        #expect(!unset.isArmed)
        #expect(try !loop.runOnce(waitingAtMost: .milliseconds(1)))
    }

    @Test func `a signal is handled in the loop`() throws {
        var calls = 0
        let source = try loop.signal(SIGUSR1) { [loop] in
            calls += 1
            loop.exit()
        }

        raise(SIGUSR1)
        #expect(calls == 0)
        try loop.run()

        #expect(calls == 1)
        withExtendedLifetime(source) {}
    }

    @Test func `a loop can be left and entered again`() throws {
        let pipe = Pipe()
        var read: [String] = []
        let source = try loop.readable(pipe.reader) { [loop] in
            read.append(pipe.read())
            loop.exit()
        }

        pipe.write("1")
        try loop.run()
        pipe.write("2")
        try loop.run()

        #expect(read == ["1", "2"])
        withExtendedLifetime(source) {}
    }

    @Test func `a loop that was asked to exit before it ran does not wait`() throws {
        let timer = try loop.timer(at: loop.now + .milliseconds(1)) { _ in throw Refusal() }
        loop.exit()
        try loop.run()
        #expect(timer.isArmed)
    }

    @Test func `an error names the operation and the reason`() throws {
        let error = #expect(throws: EventLoopError.self) { try loop.readable(-1) {} }

        #expect(error?.description == "cannot watch descriptor -1: Bad file descriptor")
    }
}
