import CSystemd

/// A source of events, and its handler.
///
/// Releasing the source ends the waiting; a handler may release its own source. The loop does not
/// retain its sources, but a source retains its loop and its handler. So a handler must capture the
/// source's owner weakly or `unowned`.
package final class EventSource {
    /// The order in which ready handlers are called.
    package enum Priority: Int64 {
        case normal = 0
        case idle = 100
    }

    /// The type of event.
    enum Kind {
        case descriptor, timer, signal, post
    }

    let kind: Kind
    private let loop: EventLoop
    private let source: OpaquePointer
    private let handler: (UInt64) throws -> Void
    private var isUrgent = false
    /// The time that a timer is set to; nil if it has fired or was disarmed.
    package private(set) var deadline: Duration?

    /// Adds a source to a loop. `add` calls one of the `sd_event_add_…` functions.
    ///
    /// The handler gets the value of the callback: a descriptor's epoll events, or a timer's time.
    init(
        kind: Kind, loop: EventLoop, operation: String,
        handler: @escaping (UInt64) throws -> Void, add: (inout OpaquePointer?) -> Int32
    ) throws(EventLoopError) {
        var source: OpaquePointer?
        try EventLoopError.check(add(&source), operation)
        guard let source else { preconditionFailure("sd-event made no source") }
        self.kind = kind
        self.loop = loop
        self.source = source
        self.handler = handler
        sd_event_source_set_userdata(source, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        loop.virtualClock?.disarm(self)
        sd_event_source_disable_unref(source)
    }

    // MARK: Timers

    /// Whether a timer is set.
    package var isArmed: Bool { deadline != nil }

    /// Sets a timer to fire once at a time on the monotonic clock; at once if that has passed.
    package func fire(at time: Duration) throws(EventLoopError) {
        precondition(kind == .timer, "only a timer fires")
        if let clock = loop.virtualClock {
            try setEnabled(SD_EVENT_OFF, "set a timer")
            clock.arm(self, at: time)
        } else {
            try setTime(time.wholeMicroseconds)
        }
        deadline = time
    }

    /// Sets a timer to fire once at a time, unless it is set to it already: a timer that is set
    /// again and again would never fire. Disarms it if there is no time.
    package func setDeadline(_ time: Duration?) throws(EventLoopError) {
        guard time != deadline else { return }
        if let time { try fire(at: time) } else { try disarm() }
    }

    /// Makes a timer ready that is due on a virtual clock.
    func fireNow() throws(EventLoopError) {
        try setTime(0)
    }

    private func setTime(_ microseconds: UInt64) throws(EventLoopError) {
        try EventLoopError.check(
            sd_event_source_set_time(source, microseconds), "set a timer")
        try setEnabled(SD_EVENT_ONESHOT, "arm a timer")
    }

    /// Disables the source until `fire(at:)` or `watch(for:)`.
    package func disarm() throws(EventLoopError) {
        loop.virtualClock?.disarm(self)
        try setEnabled(SD_EVENT_OFF, "disarm an event source")
        deadline = nil
    }

    // MARK: Descriptors

    /// Changes a descriptor's interest. An empty set disarms the source: otherwise a hang-up would
    /// be reported again and again.
    package func watch(for interest: Readiness) throws(EventLoopError) {
        precondition(kind == .descriptor, "only a descriptor is watched")
        try EventLoopError.check(
            sd_event_source_set_io_events(source, interest.epoll), "watch a descriptor")
        try setEnabled(interest.isEmpty ? SD_EVENT_OFF : SD_EVENT_ON, "watch a descriptor")
    }

    // MARK: Called by the loop

    /// Calls the handler of the source that `context` points to. Each C callback only calls this.
    static func call(_ context: UnsafeMutableRawPointer?, with value: UInt64) -> Int32 {
        guard let context else { preconditionFailure("sd-event lost a source's context") }
        // The handler may release its source, and then close the descriptor: the source must not
        // live on until the handler's end, or it would take the next descriptor with this number
        // from epoll.
        let (handler, loop) = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
            .beginCall()
        do {
            try handler(value)
        } catch {
            loop.handlerFailed(error)
        }
        // A negative result would disable the source without an error message.
        return 0
    }

    func setPriority(_ priority: Priority) throws(EventLoopError) {
        try EventLoopError.check(
            sd_event_source_set_priority(source, priority.rawValue), "set a priority")
    }

    /// Gives the source the highest priority until it has been called.
    func makeUrgent() {
        guard !isUrgent else { return }
        isUrgent = sd_event_source_set_priority(source, Priority.normal.rawValue - 1) >= 0
    }

    private func beginCall() -> (handler: (UInt64) throws -> Void, loop: EventLoop) {
        if isUrgent {
            isUrgent = sd_event_source_set_priority(source, Priority.idle.rawValue) < 0
        }
        deadline = nil
        loop.willCall(self)
        return (handler, loop)
    }

    private func setEnabled(_ state: Int, _ operation: String) throws(EventLoopError) {
        try EventLoopError.check(sd_event_source_set_enabled(source, Int32(state)), operation)
    }
}
