import CSystemd

/// What a descriptor is ready for, or is to be watched for. See epoll_ctl(2).
package struct Readiness: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    private init(_ event: EPOLL_EVENTS) {
        rawValue = Int(event.rawValue)
    }

    /// Reading will not block; at the end of a stream, it returns nothing.
    package static let readable = Readiness(EPOLLIN)
    /// Writing will not block.
    package static let writable = Readiness(EPOLLOUT)
    /// The other side has hung up. Reported without being asked for.
    package static let hungUp = Readiness(EPOLLHUP)
    /// The descriptor is in error. Reported without being asked for.
    package static let failed = Readiness(EPOLLERR)

    init(epoll events: UInt32) {
        self.init(rawValue: Int(events))
    }

    var epoll: UInt32 { UInt32(rawValue) }
}
