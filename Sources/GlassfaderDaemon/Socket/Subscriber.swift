import EventLoop
import Glibc
import Panel
import PanelProtocol

/// One connection to the socket: lines in, lines out, neither of them waited for.
///
/// It ends itself: by the client's leaving, its silence or its faults. `end` then says why, and the
/// descriptor is closed.
final class Subscriber {
    /// Why a connection is closed.
    enum End {
        /// The client has left, or all has been said.
        case left
        /// Nothing was taken for too long.
        case stalled
        /// Nothing was said from the beginning.
        case silent

        /// The reason for the journal, where it is not the client's own.
        var reason: String? {
            switch self {
            case .left: nil
            case .stalled: "nothing taken for 30 s"
            case .silent: "nothing said in the first 30 s"
            }
        }
    }

    /// How long nothing may be taken while something waits.
    static let longestStall = Duration.seconds(30)
    /// How long a client may take to send its first line.
    static let longestSilence = Duration.seconds(30)

    /// With more bytes of replies than this waiting, no request is read.
    private static let mostBacklog = 32 * 1024
    private static let bytesPerRead = 4096
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
    /// What the client wants to be told; nil before it asks, and after it has hung up.
    private(set) var subscription: Subscription?
    /// Why the connection is closed; nil while it is open.
    private(set) var end: End?
    /// Whom it can be sent the same as; nil without a subscription.
    weak var audience: Audience? {
        didSet { if audience !== oldValue { isInStep = false } }
    }
    /// Whether it is sent what its audience is, and has nothing else to be sent.
    private(set) var isInStep = false

    private let descriptor: Int32
    private let allowance: LineAllowance
    private let now: () -> Duration
    private let received: (Subscriber, Result<Request, Refusal>) -> Void
    private let snapshot: (Subscription) -> Snapshot
    private var source: EventSource?
    /// What the source waits for: the client's lines, room for ours.
    private var isReading = true
    private var isAwaitingRoom = false
    private var reader = LineReader()
    private var outbox: Outbox
    private var subscriptions: Int64 = 0

    /// Whether the socket took less than there was.
    private var isBlocked = false
    private var blockedSince: Duration?
    /// Whether lines were received that have not been handled.
    private var hasWaitingLines = false
    /// Whether the last line is to be answered later, and the others wait for that.
    var isAwaitingAnswer = false
    /// Whether nothing more is read, and the connection ends when all has been sent.
    private var isFinishing = false
    /// Whether the client has asked for the end.
    private var hasSaidFarewell = false
    /// Whether a line was received.
    private var hasSpoken = false
    /// How many lines were read of which instalment of the user's allowance.
    private var lines = 0
    private var instalment = 0
    /// Whether lines wait for the allowance.
    private var isClaiming = false {
        didSet { if isClaiming != oldValue { allowance.claim(isClaiming) } }
    }

    /// Takes a connection, non-blocking, and owns it even if this throws.
    ///
    /// `received` is called with each request, `snapshot` when a resync is written; `now` is the
    /// time on the monotonic clock, and `allowance` that of the client's user.
    init(
        descriptor: Int32, client: String, credentials: PeerCredentials, isMonitor: Bool = false,
        limits: SocketLimits, allowance: LineAllowance, loop: EventLoop,
        now: @escaping () -> Duration,
        received: @escaping (Subscriber, Result<Request, Refusal>) -> Void,
        snapshot: @escaping (Subscription) -> Snapshot
    ) throws {
        self.descriptor = descriptor
        self.client = client
        self.credentials = credentials
        self.isMonitor = isMonitor
        self.allowance = allowance
        self.now = now
        self.received = received
        self.snapshot = snapshot
        connected = now()
        outbox = Outbox(limit: limits.entries)
        source = try loop.ready(descriptor, for: .readable) { [unowned self] readiness in
            try handle(readiness)
        }
    }

    deinit {
        source = nil
        if !hasEnded { close(descriptor) }
    }

    /// Whether the connection is closed.
    var hasEnded: Bool { end != nil }

    /// How many lines wait to be sent, and how many of them are events.
    var waiting: (lines: Int, events: Int) {
        let outbox = isInStep ? audience?.outbox ?? outbox : outbox
        return (outbox.count, outbox.eventCount)
    }

    /// How many events may wait in order for it alone.
    var mostEvents: Int {
        get { outbox.limit }
        set { outbox.limit = newValue }
    }

    /// Which client it is, for the journal.
    var description: String {
        "\(client)\(name.map { " " + JournalText.quoted($0) } ?? "") (\(credentials))"
    }

    // MARK: Posting

    /// Whether the client wants to be told of an event.
    func wants(_ event: ValueChanged) -> Bool {
        subscription?.includes(event, for: client) ?? false
    }

    /// Posts the line of an event that the client wants, and that its audience is not sent for it.
    func post(_ event: EventLine) {
        outbox.post(event)
    }

    /// Whether the client wants to be told of an event about the panel.
    func wants(_ notice: PanelNotice) -> Bool {
        subscription?.includes(notice, for: client) ?? false
    }

    /// Whether the client wants to be told of levels that a client shows.
    func wants(_ levels: MeterLevels, of other: Subscriber) -> Bool {
        subscription.map { ($0.echoes || other !== self) && $0.includes(levels) } ?? false
    }

    /// Takes on for itself what is still to be sent to its audience, to be sent something else.
    func fallOut() {
        guard isInStep, let audience else { return }
        outbox = audience.release(self)
        isInStep = false
    }

    /// Joins its audience, if neither has anything to wait for.
    private func fallIn(at now: Duration) {
        guard !isInStep, let audience, !isBlocked, !hasEnded, outbox.isAtRest(at: now),
            audience.isAtRest(at: now)
        else { return }
        audience.admit(self)
        isInStep = true
    }

    /// Lets the movements of a control go out before whatever is posted next.
    func hasten(_ control: String) {
        fallOut()
        outbox.hasten(control)
    }

    /// Posts a reply, behind the movements of the control that it tells of.
    func post(line: [UInt8], after control: String? = nil) {
        fallOut()
        outbox.post(line: line, after: control)
    }

    /// Begins a subscription in place of the one before; `reply` makes the line that begins it,
    /// from its number.
    func subscribe(
        _ subscription: Subscription, as audience: Audience, reply: (Int64) -> [UInt8]
    ) {
        fallOut()
        subscriptions += 1
        self.subscription = isFinishing ? nil : subscription
        self.audience = isFinishing ? nil : audience
        outbox.interval = subscription.interval
        outbox.post(snapshot: reply(subscriptions))
    }

    /// Ends the subscription: the events that wait are still sent.
    func unsubscribe() {
        stopListening()
    }

    /// Says farewell behind all that waits, and reads nothing more. The connection ends when the
    /// client has taken all of it.
    func finish(with farewell: Farewell) {
        var writer = JSONWriter()
        farewell.write(to: &writer)
        stopListening()
        outbox.post(last: writer.bytes)
        hasSaidFarewell = true
        isFinishing = true
    }

    /// Says farewell behind all that waits, and sends what can be sent at once.
    func end(with farewell: Farewell, at now: Duration) {
        guard !hasEnded else { return }
        var writer = JSONWriter()
        farewell.write(to: &writer)
        stopListening()
        outbox.post(last: writer.bytes)
        isBlocked = false
        send(at: now)
        switch farewell {
        case .shutdown, .requested: finish(.left)
        case .stalled: finish(.stalled)
        case .silent: finish(.silent)
        }
    }

    /// Tells of no more events than wait already.
    private func stopListening() {
        fallOut()
        subscription = nil
        audience = nil
    }

    // MARK: At the end of a round, and later

    /// Sends what waits, as far as the socket takes it.
    func flush(at now: Duration) throws {
        guard !hasEnded, !isInStep else { return }
        if !isBlocked { send(at: now) }
        if isFinishing, !hasWaitingLines, outbox.isEmpty { finish(.left) }
        fallIn(at: now)
        try updateInterest()
    }

    /// Takes bytes that its whole audience is sent; what the socket does not take waits.
    func receive(_ bytes: ArraySlice<UInt8>, at now: Duration) {
        let taken = write(bytes, at: now)
        guard taken < bytes.count, !hasEnded else { return }
        fallOut()
        outbox.consumed(taken)
    }

    /// When `resume(at:)` has something to do, unless the client acts before; nil if never.
    var nextDeadline: Duration? {
        if hasEnded { return nil }
        var deadline =
            isBlocked
            ? blockedSince.map { $0 + Self.longestStall }
            : isInStep ? nil : outbox.nextDeadline()
        func alsoWait(until time: Duration) {
            deadline = min(deadline ?? time, time)
        }
        // At once, but not before others had their turn. That the socket is writable would be no
        // sign: it is not while the client has yet to read much, though it takes more.
        if hasWaitingLines, !isAwaitingAnswer, isClaiming || !isBlocked {
            alsoWait(until: isClaiming ? allowance.nextInstalment : .zero)
        }
        if !hasSpoken { alsoWait(until: connected + Self.longestSilence) }
        return deadline
    }

    /// Goes on with what had to wait for a time.
    func resume(at now: Duration) {
        guard !hasEnded else { return }
        if let since = blockedSince, now >= since + Self.longestStall {
            // Who reads slowly has made room, of which the kernel tells only when there is much.
            isBlocked = false
            send(at: now)
            if blockedSince == since { end(with: .stalled, at: now) }
        } else if !hasSpoken, now >= connected + Self.longestSilence {
            end(with: .silent, at: now)
        } else if hasWaitingLines {
            handleLines(at: now)
        }
    }

    // MARK: Receiving

    private func handle(_ readiness: Readiness) throws {
        guard !hasEnded else { return }
        let now = self.now()
        // A socket that has hung up is to be written to as well: that tells whether it is gone.
        if !readiness.isDisjoint(with: [.writable, .hungUp, .failed]) { isBlocked = false }
        if hasWaitingLines { handleLines(at: now) }
        if isReading { receive(at: now) }
        try updateInterest()
    }

    private func receive(at now: Duration) {
        withUnsafeTemporaryAllocation(byteCount: Self.bytesPerRead, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                reader.append(buffer[..<count])
                handleLines(at: now)
            } else if count == 0 {
                isFinishing = true
                hasSpoken = true
                stopListening()
            } else if errno != EAGAIN, errno != EINTR {
                finish(.left)
            }
        }
    }

    private func handleLines(at now: Duration) {
        hasWaitingLines = true
        while !isAwaitingAnswer, outbox.backlog <= Self.mostBacklog {
            guard !reader.hasPartialLine || mayRead(at: now) else {
                isClaiming = true
                return
            }
            let before = reader.lines
            // Empty lines count too.
            defer { charge(reader.lines - before) }
            do {
                guard let line = try reader.next() else {
                    hasWaitingLines = false
                    break
                }
                hasSpoken = true
                received(self, Self.request(line))
                if hasSaidFarewell {
                    hasWaitingLines = false
                    break
                }
            } catch {
                hasSpoken = true
                received(
                    self,
                    .failure(
                        Refusal(
                            .tooLarge,
                            "line \(error.number): longer than \(error.limit) bytes")))
                hasWaitingLines = false
                isFinishing = true
                stopListening()
                break
            }
        }
        isClaiming = false
    }

    /// Whether the user's allowance has a line left for this connection.
    private func mayRead(at now: Duration) -> Bool {
        allowance.renew(at: now)
        if instalment != allowance.number {
            instalment = allowance.number
            lines = 0
        }
        return lines < allowance.share && allowance.hasLeft
    }

    private func charge(_ count: Int) {
        lines += count
        allowance.take(count)
    }

    private static func request(_ line: LineReader.Line) -> Result<Request, Refusal> {
        do {
            return .success(try Request(line: line.bytes, number: line.number))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Sending

    private func send(at now: Duration) {
        var sent = 0
        while sent < Self.bytesPerFlush, !isBlocked, !hasEnded {
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
        // The rest goes when the socket is found to be writable: others want their turn.
        isBlocked = true
        blockedSince = blockedSince ?? now
    }

    /// Writes as much of some bytes as the socket takes, and says how much that is.
    private func write(_ bytes: ArraySlice<UInt8>, at now: Duration) -> Int {
        var taken = 0
        while taken < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + taken }, $0.count - taken,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                taken += count
                blockedSince = nil
            } else if errno == EAGAIN {
                isBlocked = true
                blockedSince = blockedSince ?? now
                break
            } else if errno != EINTR {
                finish(.left)
                break
            }
        }
        return taken
    }

    private func updateInterest() throws {
        guard !hasEnded else { return }
        let reads = !isFinishing && !hasWaitingLines
        guard reads != isReading || isBlocked != isAwaitingRoom else { return }
        isReading = reads
        isAwaitingRoom = isBlocked
        var interest: Readiness = []
        if isReading { interest.insert(.readable) }
        if isAwaitingRoom { interest.insert(.writable) }
        try source?.watch(for: interest)
    }

    private func finish(_ end: End) {
        guard !hasEnded else { return }
        stopListening()
        self.end = end
        isClaiming = false
        source = nil
        close(descriptor)
    }
}
