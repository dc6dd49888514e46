import EventLoop

extension OSCNetwork {
    /// One engine: its addresses, and whether it is there.
    struct Peer {
        let endpoint: OSCEndpoint
        /// The addresses of its host, the best one first; empty if they are unknown.
        private(set) var addresses: [SocketAddress]
        private var index = 0
        /// Whether the endpoint has the name of a host, which may have other addresses later.
        private let isName: Bool
        private var lookupDelay = RetryDelay(from: .seconds(1), to: .seconds(15))
        private var lookupDue = Duration.zero

        var stream: OSCStream?
        var source: EventSource?
        /// When the stream began to connect.
        var opened = Duration.zero
        var isConnected = false
        /// Whether its absence was logged.
        var isAbsenceKnown = false
        var lastHeard: Duration?
        /// How many probes it has not answered.
        var unanswered = 0
        /// Whether it has answered since it is there.
        var isKnown = false
        /// When a packet was refused last.
        var lastRefused: Duration?
        /// When its subscriptions end.
        var renewal: Duration?
        /// When it has sent nothing of what it sends all the time for too long.
        var silence: Duration?

        init(_ endpoint: OSCEndpoint) {
            self.endpoint = endpoint
            let address = endpoint.address
            addresses = address.map { [$0] } ?? []
            isName = address == nil
        }

        /// Whether it is reached by a connection.
        var isStream: Bool { if case .tcp = endpoint { true } else { false } }

        /// The address that packets are sent to.
        var address: SocketAddress? { addresses.isEmpty ? nil : addresses[index] }

        /// When its subscriptions are to be renewed.
        var nextRenewal: Duration? { [renewal, silence].compactMap(\.self).min() }

        // MARK: Addresses

        /// Whether the name is to be looked up now: its engine is not there, perhaps because the
        /// host has another address.
        func isLookupDue(at time: Duration) -> Bool {
            isName && (!isConnected || isAbsenceKnown) && lookupDue <= time
        }

        /// A lookup has begun. The next one is later and later.
        mutating func lookupBegan(at time: Duration) { lookupDue = time + lookupDelay.next() }

        /// The engine is there.
        mutating func endAbsence() {
            isAbsenceKnown = false
            lookupDelay.reset()
            lookupDue = .zero
        }

        /// The host has these addresses now. Returns whether packets are to be sent to another one.
        mutating func use(_ found: [SocketAddress]) -> Bool {
            let former = address
            index = former.flatMap { found.firstIndex(of: $0) } ?? 0
            addresses = found
            return former != address
        }

        /// The engine answers from one of its addresses.
        mutating func use(_ address: SocketAddress) {
            index = addresses.firstIndex(of: address) ?? index
        }

        /// Goes on to the next address.
        mutating func useNextAddress() {
            if !addresses.isEmpty { index = (index + 1) % addresses.count }
        }
    }
}
