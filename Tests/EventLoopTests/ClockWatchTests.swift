import Foundation
import Testing

@testable import EventLoop

/// That it calls when the machine wakes up is for a machine that may sleep: `Tests/vm`.
struct ClockWatchTests {
    @Test func `a clock that is not set causes no wakeup`() throws {
        let loop = try EventLoop()
        var calls = 0
        let watch = try ClockWatch(loop) { calls += 1 }
        #expect(try !loop.runOnce(waitingAtMost: .milliseconds(50)))
        #expect(calls == 0)
        withExtendedLifetime(watch) {}
    }

    @Test func `a released clock watch closes its descriptor`() throws {
        let loop = try EventLoop()
        for _ in 0..<2000 { _ = try ClockWatch(loop) {} }
        // Other tests run at the same time, and have a few open.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        #expect(open.count < 2000)
    }
}
