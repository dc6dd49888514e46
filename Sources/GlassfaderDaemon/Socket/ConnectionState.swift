/// What a connection does next: whether it is read, whether it waits to be written, and what its
/// client's requests wait for.
///
/// This is the one place that decides it. It is a value without a descriptor or a clock: whatever
/// happens to the connection is an `Event`, `following(_:)` is the table of transitions, and what the
/// event loop watches the socket for follows from the state.
struct ConnectionState: Hashable {
    /// What the client's requests wait for.
    enum Requests: CaseIterable {
        /// For the client: no complete line is here, and the socket is read.
        case reading
        /// For the connection's next turn.
        case turn
        /// For the next instalment of the lines that the client's user may send.
        case allowance
        /// For the answer to the last request, which somebody else makes: a picture, a reload.
        case answer
        /// For a long answer, of which each turn writes a piece.
        case longAnswer
        /// For a long answer, which waits until the client has read more of it.
        case longAnswerRoom
        /// For the client to read replies.
        case room
        /// For nothing: no more is read, and the connection ends when everything is sent.
        case closing
        /// For nothing: the descriptor is closed.
        case ended
    }

    /// Something that happens to a connection.
    enum Event: CaseIterable {
        /// Bytes were read.
        case received
        /// No complete line is left.
        case handledAll
        /// A line is here that the user's allowance does not cover.
        case usedUpAllowance
        /// The next instalment of the allowance is due.
        case renewedAllowance
        /// A request was received that somebody else answers later.
        case deferredAnswer
        /// A request was received whose answer is written in pieces.
        case beganLongAnswer
        /// The deferred or the long answer is complete.
        case answered
        /// More replies wait than the client may leave unread.
        case filledUp
        /// Few enough replies wait.
        case madeRoom
        /// The client sends nothing more, or nothing that can be read; or it asked for the end.
        case stoppedReading
        /// Everything is sent.
        case sentAll
        /// The connection is given up.
        case gaveUp
        /// The socket took less than there was.
        case blocked
        /// The socket may take more.
        case unblocked
    }

    /// What the requests wait for.
    private(set) var requests = Requests.reading
    /// Whether the socket took less than there was.
    private(set) var isBlocked = false

    /// Begins as a connection begins: with nothing received and nothing sent.
    init() {}

    /// Describes any state.
    init(_ requests: Requests, isBlocked: Bool) {
        self.requests = requests
        self.isBlocked = isBlocked
    }

    // MARK: What follows from the state

    /// Whether the event loop watches the socket for what the client sends.
    var isRead: Bool { requests == .reading }

    /// Whether the event loop watches the socket for room.
    var awaitsRoom: Bool { isBlocked && requests != .ended }

    /// Whether the connection has something to do at its next turn.
    var awaitsTurn: Bool { requests == .turn || requests == .longAnswer }

    // MARK: Transitions

    /// Changes the state. An event that cannot happen in it is a bug.
    mutating func apply(_ event: Event) {
        guard let next = following(event) else {
            preconditionFailure("\(event) cannot happen to a connection in \(self)")
        }
        self = next
    }

    /// The state after an event; nil if the event cannot happen in this state.
    func following(_ event: Event) -> ConnectionState? {
        switch (requests, event) {
        // A connection that has ended stays so, whoever still finishes something for it.
        case (.ended, _): self
        case (_, .gaveUp): ConnectionState(.ended, isBlocked: false)

        case (_, .blocked): ConnectionState(requests, isBlocked: true)
        case (_, .unblocked): ConnectionState(requests, isBlocked: false)

        case (.reading, .received): with(.turn)
        case (.reading, .stoppedReading): with(.closing)

        case (.turn, .handledAll): with(.reading)
        case (.turn, .usedUpAllowance): with(.allowance)
        case (.turn, .deferredAnswer): with(.answer)
        case (.turn, .beganLongAnswer): with(.longAnswer)
        case (.turn, .filledUp): with(.room)
        case (.turn, .stoppedReading): with(.closing)

        case (.allowance, .renewedAllowance): with(.turn)
        case (.answer, .answered): with(.turn)
        case (.longAnswer, .answered): with(.turn)
        case (.longAnswer, .filledUp): with(.longAnswerRoom)
        case (.longAnswerRoom, .madeRoom): with(.longAnswer)
        case (.room, .madeRoom): with(.turn)
        case (.closing, .sentAll): ConnectionState(.ended, isBlocked: false)

        default: nil
        }
    }

    private func with(_ requests: Requests) -> ConnectionState {
        ConnectionState(requests, isBlocked: isBlocked)
    }
}
