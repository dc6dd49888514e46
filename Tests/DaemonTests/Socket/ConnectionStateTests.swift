import Testing

@testable import GlassfaderDaemon

/// The table that decides whether a connection is read, is written, or waits: every state with
/// every event.
struct ConnectionStateTests {
    private static let states = ConnectionState.Requests.allCases.flatMap { requests in
        [false, true].map { ConnectionState(requests, isBlocked: $0) }
    }
    private static let events = ConnectionState.Event.allCases

    /// What can be reached from a state by events, among those that `include` lets happen.
    private func reached(
        from state: ConnectionState, by include: (ConnectionState.Event) -> Bool = { _ in true }
    ) -> Set<ConnectionState> {
        var found: Set = [state]
        var new = [state]
        while let state = new.popLast() {
            for event in Self.events where include(event) {
                if let next = state.following(event), found.insert(next).inserted {
                    new.append(next)
                }
            }
        }
        return found
    }

    @Test func `a new connection starts in the reading state`() {
        let state = ConnectionState()
        #expect(state.requests == .reading)
        #expect(state.isRead && !state.awaitsRoom && !state.awaitsTurn)
    }

    @Test func `every state is reachable, and the end is reachable from every state`() {
        let all = reached(from: ConnectionState())
        let impossible = ConnectionState(.ended, isBlocked: true)
        #expect(all == Set(Self.states).subtracting([impossible]))
        for state in all {
            #expect(reached(from: state).contains { $0.requests == .ended }, "\(state)")
        }
    }

    /// What each state waits for, and the events by which that comes: nobody else could bring the
    /// connection out of it.
    private func wakers(of requests: ConnectionState.Requests) -> Set<ConnectionState.Event> {
        switch requests {
        case .reading: [.received, .stoppedReading]
        case .turn:
            [
                .handledAll, .usedUpAllowance, .deferredReply, .beganLongReply, .filledUp,
                .stoppedReading,
            ]
        case .allowance: [.renewedAllowance]
        case .reply: [.replied]
        case .longReply: [.replied, .filledUp]
        case .longReplyRoom, .room: [.madeRoom]
        case .closing: []
        case .ended: []
        }
    }

    @Test(arguments: states)
    func `a state ends only with the event that it waits for, or with the connection`(
        state: ConnectionState
    ) {
        let leaving = Self.events.filter { event in
            state.following(event).map { $0.requests != state.requests } ?? false
        }
        #expect(
            Set(leaving)
                == wakers(of: state.requests).union(state.requests == .ended ? [] : [.ended]))
    }

    @Test(arguments: states)
    func `an open connection is read, has a turn, or waits for one thing`(state: ConnectionState) {
        let isWaiting: Bool
        switch state.requests {
        case .allowance, .reply, .longReplyRoom, .room, .closing: isWaiting = true
        case .reading, .turn, .longReply, .ended: isWaiting = false
        }
        let ways = [state.isRead, state.awaitsTurn, isWaiting].count { $0 }
        #expect(ways == (state.requests == .ended ? 0 : 1))
    }

    @Test(arguments: states)
    func `a connection is read again once nothing holds up its requests`(state: ConnectionState) {
        // The client reads and sends nothing more; everything that was begun is completed.
        let completing: Set<ConnectionState.Event> = [
            .handledAll, .renewedAllowance, .replied, .madeRoom, .unblocked,
        ]
        let after = reached(from: state) { completing.contains($0) }
        switch state.requests {
        case .closing, .ended: #expect(!after.contains { $0.isRead })
        default: #expect(after.contains(ConnectionState(.reading, isBlocked: false)))
        }
    }

    @Test(arguments: states)
    func `the socket's free space changes nothing else`(state: ConnectionState) {
        for event in [ConnectionState.Event.blocked, .unblocked] {
            let next = state.following(event)
            #expect(next?.requests == state.requests)
            if state.requests != .ended { #expect(next?.awaitsRoom == (event == .blocked)) }
        }
    }

    @Test func `a connection that has ended stays ended`() {
        for event in Self.events {
            #expect(ConnectionState(.ended, isBlocked: false).following(event)?.requests == .ended)
        }
    }

    @Test func `a closing connection reads nothing more`() {
        for state in reached(from: ConnectionState(.closing, isBlocked: false)) {
            #expect(!state.isRead)
        }
    }
}
