import Testing

@testable import EventLoop

struct VirtualClockTests {
    let clock = VirtualClock(handlerCost: .zero, readingCost: .microseconds(1))
    let loop: EventLoop

    init() throws {
        loop = try EventLoop(clock: clock)
    }

    @Test func `an hour passes immediately when nothing is ready`() throws {
        let start = loop.now
        var fired: Duration?
        let timer = try loop.timer(at: start + .seconds(3600)) { fired = $0 }
        #expect(timer.isArmed)

        #expect(try loop.runOnce())

        #expect(fired == start + .seconds(3600))
        #expect(loop.now == start + .seconds(3600))
        #expect(!timer.isArmed)
    }

    @Test func `ready descriptors are handled before time passes`() throws {
        let pipe = Pipe()
        var calls: [String] = []
        let timer = try loop.timer(at: loop.now + .milliseconds(1)) { _ in calls.append("timer") }
        let source = try loop.readable(pipe.reader) { calls.append(pipe.read()) }
        let post = try loop.post { calls.append("post") }
        pipe.write("a")

        while try loop.runOnce(waitingAtMost: .seconds(1)) {}

        #expect(calls == ["a", "post", "timer", "post"])
        withExtendedLifetime((timer, source, post)) {}
    }

    @Test func `timers fire in time order, idle ones last`() throws {
        let start = loop.now
        var calls: [String] = []
        func timer(
            _ name: String, after delay: Int, _ priority: EventSource.Priority = .normal
        ) throws -> EventSource {
            try loop.timer(at: start + .milliseconds(delay), priority: priority) { _ in
                calls.append(name)
            }
        }
        let timers = try [
            timer("late", after: 3), timer("early", after: 1), timer("idle", after: 2, .idle),
            timer("normal", after: 2),
        ]

        while try loop.runOnce(waitingAtMost: .seconds(1)) {}

        #expect(calls == ["early", "normal", "idle", "late"])
        #expect(loop.now == start + .milliseconds(3) + .seconds(1))
        withExtendedLifetime(timers) {}
    }

    @Test func `a wait of zero lets no time pass`() throws {
        let start = loop.now
        let timer = try loop.timer(at: start + .microseconds(1)) { _ in }
        #expect(try !loop.runOnce(waitingAtMost: .zero))
        #expect(loop.now == start)
        withExtendedLifetime(timer) {}
    }

    @Test func `a timer that is set again, disarmed or released does not fire before`() throws {
        let start = loop.now
        var calls: [String] = []
        let again = try loop.timer(at: start + .milliseconds(1)) { [loop] time in
            calls.append("again at \((time - start) / .milliseconds(1)) \(loop.now == time)")
        }
        let disarmed = try loop.timer(at: start) { _ in calls.append("disarmed") }
        var released: EventSource? = try loop.timer(at: start) { _ in calls.append("released") }
        try again.fire(at: start + .milliseconds(5))
        try disarmed.disarm()
        #expect(!disarmed.isArmed)
        withExtendedLifetime(released) {}
        released = nil

        while try loop.runOnce(waitingAtMost: .seconds(1)) {}

        #expect(calls == ["again at 5.0 true"])
    }

    @Test func `a timer knows the time that it is set to, until it fires or is disarmed`() throws {
        let start = loop.now
        var deadlines: [Duration?] = []
        var timer: EventSource?
        timer = try loop.timer(at: start + .seconds(1)) { _ in deadlines.append(timer?.deadline) }
        #expect(timer?.deadline == start + .seconds(1))
        try timer?.setDeadline(start + .seconds(2))
        #expect(timer?.deadline == start + .seconds(2))
        try timer?.setDeadline(nil)
        #expect(timer?.deadline == nil)

        try timer?.setDeadline(start + .seconds(3))
        #expect(try loop.runOnce())

        #expect(loop.now == start + .seconds(3))
        #expect(deadlines == [nil] && timer?.isArmed == false)
        timer = nil
    }

    @Test func `a due timer that is set for later fires only at the later time`() throws {
        let start = loop.now
        var calls: [String] = []
        let other = try loop.timer(at: start, priority: .idle) { _ in calls.append("other") }
        let first = try loop.timer(at: start) { time in
            calls.append("first")
            try other.fire(at: time + .milliseconds(2))
        }

        try loop.runOnce()
        #expect(try !loop.runOnce(waitingAtMost: .milliseconds(1)))
        try loop.runOnce()

        #expect(calls == ["first", "other"])
        withExtendedLifetime(first) {}
    }

    @Test func `time stands still in a handler, except for exact readings`() throws {
        let start = loop.now
        let timer = try loop.timer(at: start) { [loop] time in
            #expect(loop.exactTime == start + .microseconds(1))
            #expect(loop.exactTime == start + .microseconds(2))
            #expect(loop.now == time)
        }
        try loop.runOnce()
        #expect(loop.now == start + .microseconds(2))
        withExtendedLifetime(timer) {}
    }

    @Test func `endless handlers do not delay the end of the round forever`() throws {
        let loop = try EventLoop(clock: VirtualClock(handlerCost: .microseconds(100)))
        let pipe = Pipe()
        pipe.write("never read")
        var calls = 0
        var callsAtEnd: Int?
        let source = try loop.readable(pipe.reader) { calls += 1 }
        let post = try loop.post { callsAtEnd = callsAtEnd ?? calls }
        for _ in 0..<100 { try loop.runOnce() }
        #expect(callsAtEnd == 82)
        withExtendedLifetime((source, post)) {}
    }

    @Test func `a system sleep is noticed, and does not count as time passing`() throws {
        let start = loop.now
        var slept: [Duration] = []
        let watch = try ClockWatch(loop) { [loop] in slept.append(loop.timeSuspended) }
        #expect(try !loop.runOnce(waitingAtMost: .zero))
        try clock.suspend(for: .seconds(10))
        try loop.runOnce()
        #expect(slept == [.seconds(10)])
        #expect(loop.now == start)
        withExtendedLifetime(watch) {}
    }
}
