import Foundation
import Testing
import Threads

/// How one thread wakes another.
struct WakeCounterTests {
    private func isReadable(_ descriptor: Int32) -> Bool {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&readable, 1, 0) == 1
    }

    @Test func `a thread that is woken a hundred thousand times sleeps again after one look`() {
        guard let counter = WakeCounter() else {
            Issue.record("there is no counter")
            return
        }
        #expect(!isReadable(counter.descriptor))
        for _ in 0..<100_000 { counter.signal() }
        #expect(isReadable(counter.descriptor))
        let wasSignalled = counter.clear()
        #expect(wasSignalled)
        #expect(!isReadable(counter.descriptor))
        let isSignalled = counter.clear()
        #expect(!isSignalled)
    }

    @Test func `a wake-up takes no memory that the system may not have: the kernel counts it`()
        throws
    {
        guard let counter = WakeCounter() else {
            Issue.record("there is no counter")
            return
        }
        let kind = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(counter.descriptor)")
        #expect(kind.contains("eventfd"))
        // It neither blocks nor reaches another program.
        #expect(fcntl(counter.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(counter.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}
