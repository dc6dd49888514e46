import CSystemd
import Glibc

/// The only place where the program waits: for descriptors, timers and signals, in one thread.
///
/// Handlers run to completion, one at a time. Events that are ready together form a *round*. Their
/// handlers run in the order of priority, then in the order in which they became ready. When
/// nothing else is ready, the handlers added with `post(_:)` run. See sd-event(3).
package final class EventLoop {
    private let event: OpaquePointer
    /// A simulated clock; nil for the kernel's.
    let virtualClock: VirtualClock?
    private var isExiting = false
    private var handlerFailure: (any Error)?
    /// When the first handler of the round was called, in µs.
    private var roundBegan: UInt64?
    private var ends: [EndOfRound] = []

    /// A post source. The reference is weak: the loop must not retain it.
    private struct EndOfRound {
        weak var source: EventSource?
    }

    /// The limit for a round. Without it, a client that never stops writing would prevent drawing:
    /// its descriptor is always ready, and has a higher priority than the end of the round.
    private static let longestRoundInMicroseconds: UInt64 = 8000

    /// Makes a loop without sources. With a virtual clock, waiting for a time takes no real time.
    package init(clock: VirtualClock? = nil) throws(EventLoopError) {
        virtualClock = clock
        var event: OpaquePointer?
        try EventLoopError.check(sd_event_new(&event), "create an event loop")
        guard let event else { preconditionFailure("sd_event_new() made no event loop") }
        self.event = event
    }

    deinit {
        sd_event_unref(event)
    }

    // MARK: Sources

    /// Calls a handler when a descriptor is readable, hung up or in error; reading shows which. The
    /// caller keeps the descriptor, and must release the source before closing it.
    package func readable(
        _ descriptor: Int32, _ handler: @escaping () throws -> Void
    ) throws(EventLoopError) -> EventSource {
        try ready(descriptor, for: .readable) { _ in try handler() }
    }

    /// Calls a handler with the descriptor's readiness: the interest, and hang-ups and errors,
    /// which the kernel always reports. `EventSource.watch(for:)` changes the interest.
    package func ready(
        _ descriptor: Int32, for interest: Readiness,
        _ handler: @escaping (Readiness) throws -> Void
    ) throws(EventLoopError) -> EventSource {
        let source = try EventSource(
            kind: .descriptor, loop: self, operation: "watch descriptor \(descriptor)",
            handler: { try handler(Readiness(epoll: UInt32(truncatingIfNeeded: $0))) },
            add: { source in
                sd_event_add_io(
                    event, &source, descriptor, interest.epoll,
                    { _, _, events, context in EventSource.call(context, with: UInt64(events)) },
                    nil)
            })
        try source.watch(for: interest)
        return source
    }

    /// Calls a handler once at a time on the monotonic clock; the argument is `now`. `nil` makes a
    /// timer that waits for `EventSource.fire(at:)`.
    ///
    /// The timer never fires early. It may fire late by `accuracy`, which saves wakeups.
    package func timer(
        at time: Duration?, accuracy: Duration = .microseconds(1),
        priority: EventSource.Priority = .normal, _ handler: @escaping (Duration) throws -> Void
    ) throws(EventLoopError) -> EventSource {
        let source = try EventSource(
            kind: .timer, loop: self, operation: "add a timer",
            handler: { [unowned self] _ in try handler(now) },
            add: { source in
                // sd-event reads an accuracy of 0 as 250 ms.
                sd_event_add_time(
                    event, &source, CLOCK_MONOTONIC, UInt64.max,
                    max(accuracy.wholeMicroseconds, 1),
                    { _, time, context in EventSource.call(context, with: time) }, nil)
            })
        try source.setPriority(priority)
        try source.disarm()
        try source.setDeadline(time)
        return source
    }

    /// Blocks a signal in this thread, and calls a handler when it arrives. Releasing the source
    /// unblocks the signal.
    ///
    /// Threads inherit blocked signals: add the sources before starting a thread.
    package func signal(
        _ number: Int32, _ handler: @escaping () throws -> Void
    ) throws(EventLoopError) -> EventSource {
        try EventSource(
            kind: .signal, loop: self, operation: "wait for signal \(number)",
            handler: { _ in try handler() },
            add: { source in
                sd_event_add_signal(
                    event, &source, number | SD_EVENT_SIGNAL_PROCMASK,
                    { _, _, context in EventSource.call(context, with: 0) }, nil)
            })
    }

    /// Calls a handler at the end of a round: another handler has run, and nothing else is ready.
    ///
    /// If something is always ready, the handler interrupts the round after 8 ms.
    package func post(_ handler: @escaping () throws -> Void) throws(EventLoopError) -> EventSource
    {
        let source = try EventSource(
            kind: .post, loop: self, operation: "add a handler for the end of a round",
            handler: { _ in try handler() },
            add: { source in
                sd_event_add_post(
                    event, &source, { _, context in EventSource.call(context, with: 0) }, nil)
            })
        try source.setPriority(.idle)
        ends.removeAll { $0.source == nil }
        ends.append(EndOfRound(source: source))
        return source
    }

    // MARK: Running

    /// When the loop last returned from waiting, on the monotonic clock; constant within a handler.
    /// Before the first wait, the present time.
    package var now: Duration {
        virtualClock?.now ?? Duration(wholeMicroseconds: Self.microseconds(of: event))
    }

    /// The exact present time on the monotonic clock, to measure how long something takes.
    package var exactTime: Duration { virtualClock?.exactTime ?? Self.monotonicTime }

    /// The exact time on the kernel's monotonic clock.
    package static var monotonicTime: Duration {
        var time = timespec()
        let result = clock_gettime(CLOCK_MONOTONIC, &time)
        precondition(result == 0, "cannot read the clock")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How long the machine has been suspended since boot, as of `now`: the boot-time clock runs on
    /// while the monotonic clock stops. See clock_gettime(2).
    package var timeSuspended: Duration {
        if let virtualClock { return virtualClock.timeSuspended }
        return Duration(wholeMicroseconds: Self.microseconds(of: event, on: CLOCK_BOOTTIME))
            - Duration(wholeMicroseconds: Self.microseconds(of: event))
    }

    /// Waits and calls handlers until `exit()`. Rethrows the error of a handler.
    package func run() throws {
        defer { isExiting = false }
        while !isExiting {
            try runOnce()
        }
    }

    /// Waits until something is ready, at most for `timeout`, and calls one handler.
    ///
    /// Returns whether it called one. Rethrows its error.
    @discardableResult
    package func runOnce(waitingAtMost timeout: Duration? = nil) throws -> Bool {
        guard let virtualClock else {
            return try call(waitingAtMost: timeout?.wholeMicroseconds ?? UInt64.max)
        }
        let end = timeout.map { virtualClock.now + $0 }
        while true {
            try virtualClock.fireDueTimers()
            if try call(waitingAtMost: 0) { return true }
            guard let next = virtualClock.nextAlarm, next <= end ?? next else { break }
            virtualClock.advance(to: next)
        }
        guard let end else { return try call(waitingAtMost: UInt64.max) }
        virtualClock.advance(to: end)
        return false
    }

    /// Waits for at most `timeout` µs and calls one handler. Returns whether it called one.
    private func call(waitingAtMost timeout: UInt64) throws -> Bool {
        let result = sd_event_run(event, timeout)
        virtualClock?.handlerReturned(result > 0)
        // EINTR comes from a signal without a source, which is harmless.
        if result != -EINTR {
            try EventLoopError.check(result, "wait for events")
        }
        if let failure = handlerFailure {
            handlerFailure = nil
            throw failure
        }
        return result > 0
    }

    /// Makes `run()` return after the present handler; at once if it is called later.
    package func exit() {
        isExiting = true
    }

    /// Makes the loop notify the service manager's watchdog at half the interval of `WatchdogSec=`.
    package func enableWatchdog() throws(EventLoopError) {
        try EventLoopError.check(sd_event_set_watchdog(event, 1), "enable the watchdog")
    }

    // MARK: Called by sources

    /// Stores the first error of a handler for `runOnce` to throw. No error may pass through
    /// sd-event, which would only disable the handler's source.
    func handlerFailed(_ error: any Error) {
        handlerFailure = handlerFailure ?? error
    }

    /// Notes that a source's handler is about to be called.
    func willCall(_ source: EventSource) {
        if source.kind == .post {
            roundBegan = nil
            return
        }
        let now = virtualClock?.now.wholeMicroseconds ?? Self.microseconds(of: event)
        let began = roundBegan ?? now
        roundBegan = began
        if now > began + Self.longestRoundInMicroseconds {
            for end in ends { end.source?.makeUrgent() }
        }
    }

    private static func microseconds(
        of event: OpaquePointer, on clock: clockid_t = CLOCK_MONOTONIC
    ) -> UInt64 {
        var time: UInt64 = 0
        let result = sd_event_now(event, clock, &time)
        precondition(result >= 0, "cannot read the clock")
        return time
    }
}

extension Duration {
    /// A duration in µs. The standard library's initialiser is generic and slower.
    init(wholeMicroseconds: UInt64) {
        let (seconds, rest) = wholeMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            secondsComponent: Int64(seconds),
            attosecondsComponent: Int64(rest) * 1_000_000_000_000)
    }

    /// The duration in µs, rounded up so that no timer fires early; 0 if it is negative.
    var wholeMicroseconds: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000
            + UInt64((attoseconds + 999_999_999_999) / 1_000_000_000_000)
    }
}
