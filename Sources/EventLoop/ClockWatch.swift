import CSystemd
import Glibc

/// Calls a handler when the wall clock was set: by a program, or because the machine has resumed.
///
/// The kernel sets the wall clock at the end of a resume, and ends waits that asked for it
/// (`TFD_TIMER_CANCEL_ON_SET` in timerfd_create(2)). So a resume is noticed at once, without
/// periodic wakeups.
package final class ClockWatch {
    /// Nil if the clock is virtual.
    private let descriptor: Int32?
    private var source: EventSource?

    /// Watches until it is released. The handler can tell a resume from a correction of the clock
    /// by `EventLoop.timeSuspended`.
    package init(
        _ loop: EventLoop, _ handler: @escaping () throws -> Void
    ) throws(EventLoopError) {
        if let clock = loop.virtualClock {
            descriptor = nil
            let source = try loop.timer(at: nil) { _ in try handler() }
            clock.onResume(fire: source)
            self.source = source
            return
        }
        let descriptor = try EventLoopError.checkErrno(
            timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)), "watch the clock")
        self.descriptor = descriptor
        try Self.arm(descriptor)
        source = try loop.readable(descriptor) {
            // read() reports ECANCELED once, which also starts the next wait.
            var expirations: UInt64 = 0
            guard read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations)) < 0,
                errno == ECANCELED
            else { return try Self.arm(descriptor) }
            try handler()
        }
    }

    deinit {
        source = nil
        if let descriptor { close(descriptor) }
    }

    /// Starts to wait for the latest possible time.
    private static func arm(_ descriptor: Int32) throws(EventLoopError) {
        var end = itimerspec()
        end.it_value.tv_sec = .max
        try EventLoopError.checkErrno(
            timerfd_settime(
                descriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &end, nil),
            "watch the clock")
    }
}
