import CSystemd

/// What a descriptor is ready for, or what to watch it for. See epoll_ctl(2).
package struct Readiness: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    private init(_ event: EPOLL_EVENTS) {
        rawValue = Int(event.rawValue)
    }

    /// Nothing but what is always reported.
    package static let nothing: Readiness = []
    /// Reading does not block. At the end of a stream it returns 0 bytes.
    package static let readable = Readiness(EPOLLIN)
    /// Writing will not block.
    package static let writable = Readiness(EPOLLOUT)
    /// The other side has hung up. Always reported.
    package static let hungUp = Readiness(EPOLLHUP)
    /// The descriptor has an error. Always reported.
    package static let failed = Readiness(EPOLLERR)

    init(epoll events: UInt32) {
        self.init(rawValue: Int(events))
    }

    var epoll: UInt32 { UInt32(rawValue) }
}
