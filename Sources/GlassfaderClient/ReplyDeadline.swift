/// The end of the time in which the daemon has to reply.
struct ReplyDeadline {
    private let end: ContinuousClock.Instant

    /// The end of some milliseconds that begin now.
    init(after timeout: Int32 = PanelConnection.replyTimeout) {
        end = ContinuousClock.now + .milliseconds(timeout)
    }

    /// The time that is left, in milliseconds; 0 after the end, when only what has already arrived
    /// is read.
    var milliseconds: Int32 {
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        return Int32(max(0, left.rounded(.up)))
    }
}
