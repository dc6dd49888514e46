import EventLoop
import Panel
import PanelProtocol

/// One connection to the socket: lines in, lines out, without waiting for either.
///
/// It ends when the client leaves, stalls, stays silent or breaks the protocol. `end` then has the
/// reason, and the descriptor is closed.
final class ClientConnection {
    /// How long nothing may be taken while something waits.
    static let longestStall = Duration.seconds(30)
    /// How long a client may take to send its first line.
    static let longestSilence = Duration.seconds(30)

    /// With more bytes of replies than this waiting, no request is handled.
    private static let mostBacklog = 32 * 1024
    private static let bytesPerFlush = 64 * 1024

    /// The name that the server gives the client.
    let client: String
    /// Whether the client may only look.
    let isMonitor: Bool
    /// The user and the process at the other end, as they were when it connected.
    let credentials: PeerCredentials
    /// When it connected.
    let connected: Duration
    /// The picture that the client takes in pieces; nil when it has all of it.
    var picture: PanelPicture?
    /// How many pieces all clients had asked for when the client asked for its last one.
    var lastPiece = 0
    /// The name that the client gives itself.
    var name: String?
    /// Which events the client asked for; nil before it asks, and after it has hung up.
    private(set) var subscription: Subscription?
    /// Why the connection is closed; nil while it is open.
    private(set) var end: End?
    /// The connections with the same subscription; nil without a subscription.
    weak var group: BroadcastGroup? {
        didSet { if group !== oldValue { isInGroup = false } }
    }
    /// Whether its group sends for it; then nothing else waits to be sent to it.
    private(set) var isInGroup = false

    /// Nil when the connection has ended.
    private var socket: ConnectionSocket?
    private let now: () -> Duration
    /// The time at this very moment, to measure a turn.
    private let exactTime: () -> Duration
    private let received: (ClientConnection, Result<Request, RequestError>) -> Void
    private let snapshot: (Subscription) -> Snapshot
    /// What the connection does next.
    private var state = ConnectionState()
    private var blockedSince: Duration?

    private var requests: RequestReader
    /// How many answers somebody else has yet to make.
    private var deferredAnswers = 0
    /// Makes the next piece of a long answer; nil when it is complete.
    private var nextPiece: (() -> [UInt8]?)?

    private var outbox: Outbox
    private var subscriptions: Int64 = 0

    /// Takes a connection, non-blocking, and owns it even if this throws.
    ///
    /// `received` is called with each request, `snapshot` when a resync is written; `now` is the
    /// time on the monotonic clock, and `allowance` that of the client's user.
    init(
        descriptor: Int32, client: String, credentials: PeerCredentials, isMonitor: Bool = false,
        limits: SocketLimits, allowance: LineAllowance, loop: EventLoop,
        now: @escaping () -> Duration,
        received: @escaping (ClientConnection, Result<Request, RequestError>) -> Void,
        snapshot: @escaping (Subscription) -> Snapshot
    ) throws {
        let socket = ConnectionSocket(descriptor)
        self.socket = socket
        self.client = client
        self.credentials = credentials
        self.isMonitor = isMonitor
        self.now = now
        exactTime = { loop.exactTime }
        requests = RequestReader(allowance: allowance)
        self.received = received
        self.snapshot = snapshot
        connected = now()
        outbox = Outbox(limit: limits.entries)
        try socket.open(on: loop) { [unowned self] in try handle($0) }
    }

    /// Whether the connection is closed.
    var hasEnded: Bool { end != nil }

    /// How many lines wait to be sent, and how many of them are events.
    var waiting: (lines: Int, events: Int) {
        let outbox = isInGroup ? group?.outbox ?? outbox : outbox
        return (outbox.count, outbox.eventCount)
    }

    /// How many bytes of replies wait to be sent to it alone.
    var backlog: Int { isInGroup ? 0 : outbox.backlog }

    /// How many events may wait in order for it alone.
    var mostEvents: Int {
        get { outbox.limit }
        set { outbox.limit = newValue }
    }

    // MARK: Posting

    /// Posts the line of an event that the client wants, where its group does not send for it.
    func post(_ event: EventLine) {
        outbox.post(event)
    }

    /// Leaves its group with a copy of what still waits there.
    func leaveGroup() {
        guard isInGroup, let group else { return }
        outbox = group.remove(self)
        isInGroup = false
    }

    /// Joins its group, if neither has anything to wait for.
    private func joinGroup(at now: Duration) {
        guard !isInGroup, let group, !state.isBlocked, !hasEnded, outbox.isAtRest(at: now),
            group.isAtRest(at: now)
        else { return }
        group.add(self)
        isInGroup = true
    }

    /// Lets the movements of a control go out before whatever is posted next.
    func hasten(_ control: String) {
        leaveGroup()
        outbox.hasten(control)
    }

    /// Posts a reply, behind the movements of the control in it.
    func post(line: [UInt8], after control: String? = nil) {
        leaveGroup()
        outbox.post(line: line, after: control)
    }

    /// Begins a subscription in place of the one before; `reply` makes the line that begins it,
    /// from its number.
    func subscribe(
        _ subscription: Subscription, as group: BroadcastGroup, reply: (Int64) -> [UInt8]
    ) {
        leaveGroup()
        subscriptions += 1
        self.subscription = subscription
        self.group = group
        outbox.interval = subscription.interval
        outbox.post(snapshot: reply(subscriptions))
    }

    /// Sends a `bye` behind all that waits, and reads nothing more. The connection ends when the
    /// client has taken all of it.
    func finish(with reason: DisconnectReason) {
        endSubscription()
        outbox.post(last: reason.line)
        state.apply(.stoppedReading)
    }

    /// Sends a `bye` behind all that waits, as far as the socket takes it at once, and ends.
    func end(with reason: DisconnectReason, at now: Duration) {
        guard !hasEnded else { return }
        endSubscription()
        while let piece = nextPiece?() { outbox.appendToLongLine(piece) }
        endLongAnswer()
        outbox.post(last: reason.line)
        state.apply(.unblocked)
        send(atMost: .max, at: now)
        switch reason {
        case .shutdown, .requested, .tooLarge: finish(.left)
        case .stalled: finish(.stalled)
        case .silent: finish(.silent)
        }
    }

    // MARK: Answers that take a while

    /// Lets the client's next requests wait until `completeAnswer()` is called: somebody else makes
    /// the answer. Requests that are answered together may be deferred one after the other.
    func deferAnswer() {
        deferredAnswers += 1
        if deferredAnswers == 1 { state.apply(.deferredAnswer) }
    }

    /// Goes on with the client's next requests at the next turn, when all deferred answers are
    /// complete.
    func completeAnswer() {
        deferredAnswers -= 1
        if deferredAnswers == 0 { state.apply(.answered) }
    }

    /// Posts an answer that is one long line, of which each turn writes as much as it has time for.
    ///
    /// `nextPiece` returns the next bytes of the line, and nil when the line is complete.
    func answer(inPieces nextPiece: @escaping () -> [UInt8]?) {
        leaveGroup()
        outbox.beginLongLine()
        self.nextPiece = nextPiece
        state.apply(.beganLongAnswer)
    }

    private func continueLongAnswer() {
        let turn = ConnectionTurn(at: exactTime())
        while let nextPiece, turn.lasts(at: exactTime()) {
            guard outbox.backlog <= Self.mostBacklog else { return state.apply(.filledUp) }
            guard let piece = nextPiece() else {
                endLongAnswer()
                return state.apply(.answered)
            }
            outbox.appendToLongLine(piece)
        }
    }

    private func endLongAnswer() {
        guard nextPiece != nil else { return }
        nextPiece = nil
        outbox.endLongLine()
    }

    /// Ends the subscription: the events that wait are still sent.
    func endSubscription() {
        leaveGroup()
        subscription = nil
        group = nil
    }

    // MARK: At the end of a round, and later

    /// Sends what waits, as far as the socket takes it, and has the loop watch for what the
    /// connection's state asks for.
    func flush(at now: Duration) throws {
        guard !hasEnded else { return }
        if !isInGroup {
            if !state.isBlocked { send(at: now) }
            switch state.requests {
            case .room, .longAnswerRoom:
                if outbox.backlog <= Self.mostBacklog { state.apply(.madeRoom) }
            case .closing:
                if outbox.isEmpty { finish(.left) }
            default: break
            }
            joinGroup(at: now)
        }
        try socket?.watch(for: state)
    }

    /// Sends bytes of its group; what the socket does not take waits here.
    func send(_ bytes: ArraySlice<UInt8>, at now: Duration) {
        let taken = write(bytes, at: now)
        guard taken < bytes.count, !hasEnded else { return }
        leaveGroup()
        outbox.consumed(taken)
    }

    /// When `resume(at:)` has something to do, unless the client acts before; nil if never.
    var nextDeadline: Duration? {
        if hasEnded { return nil }
        // At once, after the turns of others.
        if state.awaitsTurn { return .zero }
        var deadline =
            state.isBlocked
            ? blockedSince.map { $0 + Self.longestStall }
            : isInGroup ? nil : outbox.nextDeadline()
        func alsoWait(until time: Duration) {
            deadline = min(deadline ?? time, time)
        }
        if state.requests == .allowance { alsoWait(until: requests.nextShare) }
        if !requests.hasReceivedLine { alsoWait(until: connected + Self.longestSilence) }
        return deadline
    }

    /// Goes on with what had to wait for a time, or for the connection's turn.
    func resume(at now: Duration) {
        guard !hasEnded else { return }
        if let since = blockedSince, now >= since + Self.longestStall {
            // A slow client has made room, which the kernel reports only when there is much.
            state.apply(.unblocked)
            send(at: now)
            if blockedSince == since { return end(with: .stalled, at: now) }
        }
        if !requests.hasReceivedLine, now >= connected + Self.longestSilence {
            return end(with: .silent, at: now)
        }
        if state.requests == .allowance, now >= requests.nextShare {
            state.apply(.renewedAllowance)
        }
        switch state.requests {
        case .turn: takeTurn(at: now)
        case .longAnswer: continueLongAnswer()
        default: break
        }
    }

    // MARK: Receiving

    private func handle(_ readiness: Readiness) throws {
        // A socket that has hung up is written to as well: only that shows whether it is gone.
        if !readiness.isDisjoint(with: [.writable, .hungUp, .failed]) { state.apply(.unblocked) }
        if state.isRead { receive(at: now()) }
        // At once: what is not to be read would be ready again and again, and no round would end.
        try socket?.watch(for: state)
    }

    private func receive(at now: Duration) {
        switch socket?.receive({ requests.append($0) }) {
        case .bytes:
            state.apply(.received)
            takeTurn(at: now)
        case .nothing, nil: break
        case .end:
            endSubscription()
            state.apply(.stoppedReading)
        case .failed: finish(.left)
        }
    }

    /// Handles the client's requests until none is left, one has to wait, or the turn is over.
    private func takeTurn(at now: Duration) {
        var turn = ConnectionTurn(at: exactTime())
        while state.requests == .turn, turn.lasts(at: exactTime()) {
            guard outbox.backlog <= Self.mostBacklog else { return state.apply(.filledUp) }
            switch requests.next(at: now) {
            case .nothing: state.apply(.handledAll)
            case .notCovered: state.apply(.usedUpAllowance)
            case .unreadable(let error):
                received(self, .failure(error))
                finish(with: .tooLarge)
            case .request(let request):
                received(self, request)
                turn.handled()
                if case .success(let request) = request, request.command == .reload {
                    joinReload(in: &turn, at: now)
                }
            }
        }
    }

    /// Handles the requests for a reload that follow one: they are answered together.
    private func joinReload(in turn: inout ConnectionTurn, at now: Duration) {
        while state.requests == .answer, turn.lasts(at: exactTime()),
            let request = requests.nextReload(at: now)
        {
            received(self, request)
            turn.handled()
        }
    }

    // MARK: Sending

    private func send(atMost limit: Int = ClientConnection.bytesPerFlush, at now: Duration) {
        var sent = 0
        while sent < limit, !state.isBlocked, !hasEnded {
            let bytes = outbox.nextBytes(at: now) {
                snapshot(subscription ?? Subscription())
            }
            if bytes.isEmpty {
                blockedSince = nil
                return
            }
            let count = write(bytes, at: now)
            outbox.consumed(count)
            sent += count
        }
        guard !hasEnded else { return }
        // The rest goes when the socket is found to be writable: others want their turn.
        state.apply(.blocked)
        blockedSince = blockedSince ?? now
    }

    /// Writes as much of some bytes as the socket takes, and returns how much that is.
    private func write(_ bytes: ArraySlice<UInt8>, at now: Duration) -> Int {
        guard let (taken, result) = socket?.send(bytes) else { return 0 }
        if taken > 0 { blockedSince = nil }
        switch result {
        case .everything: break
        case .full:
            state.apply(.blocked)
            blockedSince = blockedSince ?? now
        case .failed: finish(.left)
        }
        return taken
    }

    private func finish(_ end: End) {
        guard !hasEnded else { return }
        endSubscription()
        self.end = end
        state.apply(.gaveUp)
        nextPiece = nil
        requests.withdraw()
        socket = nil
    }
}
