/// The state of a connection: whether the loop reads it, whether its socket is full, and what its
/// client's requests wait for.
///
/// All decisions about a connection are here, in a value without a descriptor or a clock.
/// Everything that happens to the connection is an `Event`. `following(_:)` is the table of
/// transitions. The state also determines how the event loop watches the socket.
struct ConnectionState: Hashable {
    /// What the client's requests wait for.
    enum Requests: CaseIterable {
        /// For the client: there is no complete line, and the socket is read.
        case reading
        /// For the connection's next turn.
        case turn
        /// For the user's next line allowance.
        case allowance
        /// For the deferred reply to the last request: a picture, a reload.
        case reply
        /// For a long reply: each turn writes one piece.
        case longReply
        /// For a long reply, until the client has read more of it.
        case longReplyRoom
        /// For the client to read replies.
        case room
        /// For nothing: the socket is no longer read, and the connection ends when everything is
        /// sent.
        case closing
        /// For nothing: the descriptor is closed.
        case ended
    }

    /// Something that happens to a connection.
    enum Event: CaseIterable {
        /// Bytes were read.
        case received
        /// All complete lines are handled.
        case handledAll
        /// There is a line that the user's allowance does not cover.
        case usedUpAllowance
        /// The user's allowance was renewed.
        case renewedAllowance
        /// A request was received whose reply comes later.
        case deferredReply
        /// A request was received whose reply is written in pieces.
        case beganLongReply
        /// The deferred or long reply is complete.
        case replied
        /// More bytes of replies are waiting than the limit.
        case filledUp
        /// The waiting replies are below the limit again.
        case madeRoom
        /// The client sends nothing more, sent an unreadable line, or asked to be disconnected.
        case stoppedReading
        /// The connection ended: everything was sent, or it was closed for another reason.
        case ended
        /// The socket took only a part of the bytes.
        case blocked
        /// The socket may take more.
        case unblocked
    }

    /// What the requests wait for.
    private(set) var requests = Requests.reading
    /// Whether the socket is full.
    private(set) var isBlocked = false

    /// The state of a new connection: nothing received, nothing sent.
    init() {}

    /// Any state, for tests.
    init(_ requests: Requests, isBlocked: Bool) {
        self.requests = requests
        self.isBlocked = isBlocked
    }

    // MARK: Derived from the state

    /// Whether the event loop watches the socket for reading.
    var isRead: Bool { requests == .reading }

    /// Whether the event loop watches the socket for writing.
    var awaitsRoom: Bool { isBlocked && requests != .ended }

    /// Whether the connection has work for its next turn.
    var awaitsTurn: Bool { requests == .turn || requests == .longReply }

    // MARK: Transitions

    /// Changes the state. An impossible event is a programming error.
    mutating func apply(_ event: Event) {
        guard let next = following(event) else {
            preconditionFailure("\(event) cannot happen to a connection in \(self)")
        }
        self = next
    }

    /// The state after an event; nil if the event cannot happen in this state.
    func following(_ event: Event) -> ConnectionState? {
        switch (requests, event) {
        // An ended connection stays ended, even if a deferred reply completes later.
        case (.ended, _): self
        case (_, .ended): ConnectionState(.ended, isBlocked: false)

        case (_, .blocked): ConnectionState(requests, isBlocked: true)
        case (_, .unblocked): ConnectionState(requests, isBlocked: false)

        case (.reading, .received): with(.turn)
        case (.reading, .stoppedReading): with(.closing)

        case (.turn, .handledAll): with(.reading)
        case (.turn, .usedUpAllowance): with(.allowance)
        case (.turn, .deferredReply): with(.reply)
        case (.turn, .beganLongReply): with(.longReply)
        case (.turn, .filledUp): with(.room)
        case (.turn, .stoppedReading): with(.closing)

        case (.allowance, .renewedAllowance): with(.turn)
        case (.reply, .replied): with(.turn)
        case (.longReply, .replied): with(.turn)
        case (.longReply, .filledUp): with(.longReplyRoom)
        case (.longReplyRoom, .madeRoom): with(.longReply)
        case (.room, .madeRoom): with(.turn)
        default: nil
        }
    }

    private func with(_ requests: Requests) -> ConnectionState {
        ConnectionState(requests, isBlocked: isBlocked)
    }
}
