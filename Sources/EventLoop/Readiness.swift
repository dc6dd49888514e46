import CSystemd

/// What a descriptor is ready for, or is to be watched for. See epoll_ctl(2).
package struct Readiness: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Reading will not block; at the end of a stream, it returns nothing.
    package static let readable = Readiness(rawValue: 1)
    /// Writing will not block.
    package static let writable = Readiness(rawValue: 2)
    /// The other side has hung up. Reported without being asked for.
    package static let hungUp = Readiness(rawValue: 4)
    /// The descriptor is in error. Reported without being asked for.
    package static let failed = Readiness(rawValue: 8)

    private static let bits: [(Readiness, EPOLL_EVENTS)] = [
        (.readable, EPOLLIN), (.writable, EPOLLOUT), (.hungUp, EPOLLHUP), (.failed, EPOLLERR),
    ]

    init(epoll events: UInt32) {
        self.init(Self.bits.filter { events & $0.1.rawValue != 0 }.map(\.0))
    }

    var epoll: UInt32 {
        Self.bits.reduce(0) { contains($1.0) ? $0 | $1.1.rawValue : $0 }
    }
}
