import CSystemd

/// Something that the event loop waits for, and the handler that it calls then.
///
/// Releasing the source ends the waiting, which a handler may do to its own source. The loop does
/// not keep its sources, while a source keeps its loop and its handler: a handler that captures
/// the source's owner does so weakly or `unowned`.
package final class EventSource {
    /// Which of the handlers that are ready is called first.
    package enum Priority: Int64 {
        case important = -100
        case normal = 0
        case idle = 100
    }

    /// What the source waits for.
    enum Kind {
        case descriptor, timer, signal, post
    }

    let kind: Kind
    private let loop: EventLoop
    private let source: OpaquePointer
    private let handler: (UInt64) throws -> Void
    private var isHastened = false

    /// Adds a source to a loop by calling one of the `sd_event_add_…` functions.
    ///
    /// The handler is called with what sd-event hands to its callback: the epoll events of a
    /// descriptor, the time of a timer.
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

    /// Whether the source is being waited for: false for a timer that has fired or was disarmed.
    package var isArmed: Bool {
        if loop.virtualClock?.isArmed(self) ?? false { return true }
        var state: Int32 = 0
        return sd_event_source_get_enabled(source, &state) > 0
    }

    /// Sets a timer to fire once more, at a time on the monotonic clock; at once if that is past.
    package func fire(at time: Duration) throws(EventLoopError) {
        precondition(kind == .timer, "only a timer fires")
        if let clock = loop.virtualClock {
            try setEnabled(SD_EVENT_OFF, "set a timer")
            return clock.arm(self, at: time)
        }
        try setTime(time.wholeMicroseconds)
    }

    /// Makes a timer ready whose time has come by a virtual clock.
    func fireNow() throws(EventLoopError) {
        try setTime(0)
    }

    private func setTime(_ microseconds: UInt64) throws(EventLoopError) {
        try EventLoopError.check(
            sd_event_source_set_time(source, microseconds), "set a timer")
        try setEnabled(SD_EVENT_ONESHOT, "arm a timer")
    }

    /// Stops waiting until the source is armed again by `fire(at:)` or `watch(for:)`.
    package func disarm() throws(EventLoopError) {
        loop.virtualClock?.disarm(self)
        try setEnabled(SD_EVENT_OFF, "disarm an event source")
    }

    // MARK: Descriptors

    /// Changes what a descriptor is watched for. An empty set disarms the source: not even a
    /// hang-up is reported then, which would otherwise be reported again and again.
    package func watch(for interest: Readiness) throws(EventLoopError) {
        precondition(kind == .descriptor, "only a descriptor is watched")
        try EventLoopError.check(
            sd_event_source_set_io_events(source, interest.epoll), "watch a descriptor")
        try setEnabled(interest.isEmpty ? SD_EVENT_OFF : SD_EVENT_ON, "watch a descriptor")
    }

    // MARK: Called by the loop

    /// Calls the handler of the source whose context this is: the whole of each C callback.
    static func call(_ context: UnsafeMutableRawPointer?, with value: UInt64) -> Int32 {
        guard let context else { preconditionFailure("sd-event lost a source's context") }
        Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue().call(with: value)
        // A negative result would disable the source, and nobody would be told.
        return 0
    }

    func setPriority(_ priority: Priority) throws(EventLoopError) {
        try EventLoopError.check(
            sd_event_source_set_priority(source, priority.rawValue), "set a priority")
    }

    /// Makes the source the most urgent of all until it has been called.
    func hasten() {
        guard !isHastened else { return }
        isHastened = sd_event_source_set_priority(source, Priority.important.rawValue - 1) >= 0
    }

    private func call(with value: UInt64) {
        if isHastened {
            isHastened = sd_event_source_set_priority(source, Priority.idle.rawValue) < 0
        }
        loop.willCall(self)
        // The handler may release the last reference to its source, and to itself with it.
        withExtendedLifetime(self) {
            do {
                try handler(value)
            } catch {
                loop.handlerFailed(error)
            }
        }
    }

    private func setEnabled(_ state: Int, _ operation: String) throws(EventLoopError) {
        try EventLoopError.check(sd_event_source_set_enabled(source, Int32(state)), operation)
    }
}
