import EventLoop
import Panel
import PanelProtocol

/// One connection to the socket: reads requests and writes replies and events, without blocking.
///
/// The connection ends when the client leaves, stalls, stays silent or breaks the protocol. Then
/// `end` has the reason, and the descriptor is closed.
final class ClientConnection {
    /// No request is handled while more bytes of replies than this are waiting.
    private static let mostBacklog = 32 * 1024
    private static let bytesPerFlush = 64 * 1024

    /// The client's identifier, given by the server.
    let client: String
    /// Whether the client may only read.
    let isMonitor: Bool
    /// The user and the process of the client when it connected.
    let credentials: PeerCredentials
    /// When it connected.
    let connected: Duration
    /// The picture that the client is reading in pieces; nil when it has read all of it.
    var picture: PanelPicture?
    /// The server's count of pieces when the client read its last one.
    var lastPiece = 0
    /// The name that the client has given itself in `hello`.
    var name: String?
    /// The events to send; nil before the client subscribes, and after it has unsubscribed.
    var subscription: Subscription? { group?.subscription }
    /// Why the connection was closed; nil while it is open.
    private(set) var end: End?
    /// The group for the connection's subscription; nil without a subscription.
    unowned var group: BroadcastGroup? {
        didSet { if group !== oldValue { isInGroup = false } }
    }
    /// Whether the group sends for this connection. Then the connection's own outbox is empty.
    private(set) var isInGroup = false

    // Nil when the connection has ended.
    private var socket: ConnectionSocket?
    private let loop: EventLoop
    private let received: (ClientConnection, Result<Request, RequestError>) -> Void
    private let snapshot: (Subscription) -> Snapshot
    private var state = ConnectionState()
    private var blockedSince: Duration?

    private var requests: RequestReader
    private var deferredReplies = 0
    /// Makes the next piece of a long reply; nil if there is none.
    private var nextPiece: (() -> [UInt8]?)?

    private var outbox: Outbox
    private var subscriptions: Int64 = 0

    /// Takes over a non-blocking connection; closes it even if this throws.
    ///
    /// `received` is called with each request, and `snapshot` when a resync is written. `allowance`
    /// belongs to the client's user.
    init(
        descriptor: Int32, client: String, credentials: PeerCredentials, isMonitor: Bool = false,
        limits: SocketLimits, allowance: LineAllowance, loop: EventLoop,
        received: @escaping (ClientConnection, Result<Request, RequestError>) -> Void,
        snapshot: @escaping (Subscription) -> Snapshot
    ) throws {
        let socket = ConnectionSocket(descriptor)
        self.socket = socket
        self.client = client
        self.credentials = credentials
        self.isMonitor = isMonitor
        self.loop = loop
        requests = RequestReader(allowance: allowance)
        self.received = received
        self.snapshot = snapshot
        connected = loop.now
        outbox = Outbox(limit: limits.entries)
        try socket.open(on: loop) { [unowned self] in handle($0) }
    }

    /// Whether the connection is closed.
    var hasEnded: Bool { end != nil }

    /// How many lines are waiting to be sent, and how many of them are events.
    var waiting: (lines: Int, events: Int) {
        let outbox = isInGroup ? group?.outbox ?? outbox : outbox
        return (outbox.count, outbox.eventCount)
    }

    /// How many bytes of replies are waiting in its own outbox.
    var backlog: Int { isInGroup ? 0 : outbox.backlog }
    /// The most events that may wait in its own outbox.
    var mostEvents: Int {
        get { outbox.limit }
        set { outbox.limit = newValue }
    }

    // MARK: Posting

    /// Posts an event. Only for a connection that is not in its group. If many events are waiting,
    /// sends them before.
    func post(_ event: EventLine) {
        if outbox.isFull, !state.isBlocked { send(at: loop.now) }
        if !hasEnded { outbox.post(event) }
    }

    /// Leaves the group with a copy of its outbox.
    func leaveGroup() {
        guard isInGroup, let group else { return }
        outbox = group.remove(self)
        isInGroup = false
    }

    /// Joins the group if neither has anything to send.
    private func joinGroup(at now: Duration) {
        guard !isInGroup, let group, !state.isBlocked, !hasEnded, outbox.isAtRest(at: now),
            group.isAtRest(at: now)
        else { return }
        group.add(self)
        isInGroup = true
    }

    /// Sends held-back movements of a control before the next posted line.
    func releaseMovements(of control: String) {
        leaveGroup()
        outbox.releaseMovements(of: control)
    }

    /// Posts a reply after the movements of the control in it.
    func post(line: [UInt8], after control: String? = nil) {
        leaveGroup()
        outbox.post(line: line, after: control)
    }

    /// Replaces the subscription by that of a group. `reply` makes the first line from the
    /// subscription's number.
    func subscribe(as group: BroadcastGroup, reply: (Int64) -> [UInt8]) {
        leaveGroup()
        subscriptions += 1
        self.group = group
        outbox.interval = group.subscription.interval
        outbox.post(snapshot: reply(subscriptions))
    }

    /// Sends a `bye` after everything that is waiting, and stops reading. The connection ends when
    /// the client has read all of it.
    func closeAfterSending(_ reason: DisconnectReason) {
        endSubscription()
        outbox.post(last: reason.line)
        state.apply(.stoppedReading)
    }

    /// Sends the waiting lines and a `bye`, as far as the socket takes them without blocking, and
    /// ends.
    func close(_ reason: DisconnectReason, at now: Duration) {
        guard !hasEnded else { return }
        endSubscription()
        while let piece = nextPiece?() { outbox.appendToLongLine(piece) }
        endLongReply()
        outbox.post(last: reason.line)
        state.apply(.unblocked)
        send(atMost: .max, at: now)
        switch reason {
        case .shutdown, .requested, .tooLarge: close(as: .left)
        case .stalled: close(as: .stalled)
        case .silent: close(as: .silent)
        }
    }

    // MARK: Deferred and long replies

    /// Suspends the client's next requests until `completeReply()`. Several replies may be deferred
    /// at once, if their requests are handled together.
    func deferReply() {
        deferredReplies += 1
        if deferredReplies == 1 { state.apply(.deferredReply) }
    }

    /// Continues with the client's next requests at its next turn, once all deferred replies are
    /// complete.
    func completeReply() {
        deferredReplies -= 1
        if deferredReplies == 0 { state.apply(.replied) }
    }

    /// Posts a reply that is one long line. Each turn writes as much of it as its time allows.
    ///
    /// `nextPiece` returns the next bytes of the line, and nil when the line is complete.
    func reply(inPieces nextPiece: @escaping () -> [UInt8]?) {
        leaveGroup()
        outbox.beginLongLine()
        self.nextPiece = nextPiece
        state.apply(.beganLongReply)
    }

    private func continueLongReply() {
        let turn = ConnectionTurn(at: loop.exactTime)
        while let nextPiece, turn.lasts(at: loop.exactTime) {
            guard outbox.backlog <= Self.mostBacklog else { return state.apply(.filledUp) }
            guard let piece = nextPiece() else {
                endLongReply()
                return state.apply(.replied)
            }
            outbox.appendToLongLine(piece)
        }
    }

    private func endLongReply() {
        guard nextPiece != nil else { return }
        nextPiece = nil
        outbox.endLongLine()
    }

    /// Ends the subscription. Events that are already waiting are still sent.
    func endSubscription() {
        leaveGroup()
        group = nil
    }

    // MARK: Sending and resuming

    /// Sends the waiting lines, as far as the socket takes them, and updates the loop's watch of
    /// the socket.
    func flush(at now: Duration) {
        guard !hasEnded else { return }
        if !isInGroup {
            if !state.isBlocked { send(at: now) }
            switch state.requests {
            case .room, .longReplyRoom:
                if outbox.backlog <= Self.mostBacklog { state.apply(.madeRoom) }
            case .closing:
                if outbox.isEmpty { close(as: .left) }
            default: break
            }
            joinGroup(at: now)
        }
        updateWatch()
    }

    /// Updates the loop's watch of the socket. An unwatched connection would be deaf: it ends, and
    /// the others continue.
    private func updateWatch() {
        do { try socket?.watch(for: state) } catch { close(as: .failed("\(error)")) }
    }

    /// Sends bytes of its group. Bytes that the socket does not accept stay in this connection's
    /// outbox.
    func send(_ bytes: ArraySlice<UInt8>, at now: Duration) {
        let taken = write(bytes, at: now)
        guard taken < bytes.count, !hasEnded else { return }
        leaveGroup()
        outbox.consumed(taken)
    }

    /// When to call `resume(at:)`, unless the client acts before; nil for never.
    var nextDeadline: Duration? {
        if hasEnded { return nil }
        // At once, after the turns of other connections.
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

    /// Continues work that waited for a time, or for the connection's turn.
    func resume(at now: Duration) {
        guard !hasEnded else { return }
        if let since = blockedSince, now >= since + Self.longestStall {
            // A slow client may have made space: the kernel reports only large amounts.
            state.apply(.unblocked)
            send(at: now)
            if blockedSince == since { return close(.stalled, at: now) }
        }
        if !requests.hasReceivedLine, now >= connected + Self.longestSilence {
            return close(.silent, at: now)
        }
        if state.requests == .allowance, now >= requests.nextShare {
            state.apply(.renewedAllowance)
        }
        switch state.requests {
        case .turn: takeTurn(at: now)
        case .longReply: continueLongReply()
        default: break
        }
    }

    // MARK: Receiving

    private func handle(_ readiness: Readiness) {
        // A socket that has hung up is written to as well: only a write shows whether the client is
        // gone.
        if readiness != .readable { state.apply(.unblocked) }
        if state.isRead { receive(at: loop.now) }
        // Update at once: unwanted readiness would be reported again and again, and no round would
        // end.
        updateWatch()
    }

    private func receive(at now: Duration) {
        switch socket?.receive({ requests.append($0) }) {
        case .bytes:
            state.apply(.received)
            takeTurn(at: now)
        case .nothing, nil: break
        case .end:
            endSubscription()
            // The client stays connected, and keeps its touches, until everything is sent. No
            // movement needs to wait for the rate limit any more.
            outbox.releaseAllMovements()
            state.apply(.stoppedReading)
        case .failed(let code): close(as: End(of: "read from the client", errno: code))
        }
    }

    /// Handles requests until none is left, one must wait, or the turn is over.
    private func takeTurn(at now: Duration) {
        var turn = ConnectionTurn(at: loop.exactTime)
        while state.requests == .turn, turn.lasts(at: loop.exactTime) {
            guard outbox.backlog <= Self.mostBacklog else { return state.apply(.filledUp) }
            switch requests.next(at: now) {
            case .nothing: state.apply(.handledAll)
            case .notCovered: state.apply(.usedUpAllowance)
            case .unreadable(let error):
                received(self, .failure(error))
                closeAfterSending(.tooLarge)
            case .request(let request):
                received(self, request)
                turn.handled()
                if case .success(let request) = request, request.command == .reload {
                    joinReload(in: &turn, at: now)
                }
            }
        }
    }

    /// Handles further `reload` requests that follow one directly: they share one reload.
    private func joinReload(in turn: inout ConnectionTurn, at now: Duration) {
        while state.requests == .reply, turn.lasts(at: loop.exactTime),
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
        // The rest is sent when the socket is writable again: other connections need their turn.
        state.apply(.blocked)
        blockedSince = blockedSince ?? now
    }

    /// Writes until everything is written or the socket is full. Returns the number of bytes.
    private func write(_ bytes: ArraySlice<UInt8>, at now: Duration) -> Int {
        guard let (taken, result) = socket?.send(bytes) else { return 0 }
        if taken > 0 { blockedSince = nil }
        switch result {
        case .everything: break
        case .full:
            state.apply(.blocked)
            blockedSince = blockedSince ?? now
        case .failed(let code): close(as: End(of: "write to the client", errno: code))
        }
        return taken
    }

    private func close(as end: End) {
        guard !hasEnded else { return }
        endSubscription()
        self.end = end
        state.apply(.ended)
        nextPiece = nil
        requests.withdraw()
        socket = nil
    }
}
