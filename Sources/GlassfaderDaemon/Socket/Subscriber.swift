import EventLoop
import Glibc
import PanelProtocol

/// One connection to the socket: lines in, lines out, neither of them waited for.
///
/// It ends itself: by the client's leaving, its silence or its faults. `hasEnded` then says so, and
/// the descriptor is closed.
final class Subscriber {
    /// How long nothing may be taken while something waits.
    static let longestStall = Duration.seconds(30)

    /// With more bytes of replies than this waiting, no request is read.
    private static let mostBacklog = 32 * 1024
    /// The requests read in a second.
    private static let mostLinesPerSecond = 2000
    private static let bytesPerRead = 4096
    private static let bytesPerFlush = 64 * 1024

    /// The name that the server gives the client.
    let client: String
    /// The user and the process at the other end, as they were when it connected.
    let user: uid_t
    let process: pid_t
    /// The group of that process.
    let group: gid_t
    /// The picture that the client takes in pieces; nil when it has all of it.
    var picture: PanelPicture?
    /// The name that the client gives itself.
    var name: String?
    /// What the client wants to be told; nil before it asks, and after it has hung up.
    private(set) var subscription: Subscription?
    /// Whether the connection is closed.
    private(set) var hasEnded = false
    /// Whether it was closed because nothing was taken for too long.
    private(set) var hasStalled = false

    private let descriptor: Int32
    private let loop: EventLoop
    private let received: (Subscriber, Result<Request, Refusal>) -> Void
    private let snapshot: (Subscription) -> Snapshot
    private var source: EventSource?
    /// What the source waits for: the client's lines, room for ours.
    private var isReading = true
    private var isAwaitingRoom = false
    private var reader = LineReader()
    private var outbox = Outbox()
    private var subscriptions: Int64 = 0

    /// Whether the socket took less than there was.
    private var isBlocked = false
    private var blockedSince: Duration?
    /// Whether lines were received that have not been handled.
    private var hasWaitingLines = false
    /// Whether nothing more is read, and the connection ends when all has been sent.
    private var isFinishing = false
    /// Whether the client has asked for the end.
    private var hasSaidFarewell = false
    private var lines = 0
    private var secondEnds = Duration.zero

    /// Takes a connection, non-blocking, and owns it even if this throws.
    ///
    /// `received` is called with each request, `snapshot` when a resync is written.
    init(
        descriptor: Int32, client: String, loop: EventLoop,
        received: @escaping (Subscriber, Result<Request, Refusal>) -> Void,
        snapshot: @escaping (Subscription) -> Snapshot
    ) throws {
        self.descriptor = descriptor
        self.client = client
        self.loop = loop
        self.received = received
        self.snapshot = snapshot
        // The three members of struct ucred, which Glibc's module lacks: pid, uid and gid.
        var credentials: [UInt32] = [0, .max, .max]
        var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
        getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        process = pid_t(truncatingIfNeeded: credentials[0])
        user = credentials[1]
        group = credentials[2]
        source = try loop.ready(descriptor, for: .readable) { [unowned self] readiness in
            try handle(readiness)
        }
    }

    deinit {
        source = nil
        if !hasEnded { close(descriptor) }
    }

    // MARK: Posting

    /// Whether the client wants to be told of an event.
    func wants(_ event: ValueChanged) -> Bool {
        subscription?.includes(event, for: client) ?? false
    }

    /// Posts the line of an event that the client wants.
    func post(_ event: EventLine) {
        outbox.post(event)
    }

    /// Whether the client wants to be told of an event about the panel.
    func wants(_ notice: PanelNotice) -> Bool {
        subscription?.includes(notice, for: client) ?? false
    }

    /// How many lines wait to be taken.
    var waitingLines: Int { outbox.count }

    /// Lets the movements of a control go out before whatever is posted next.
    func hasten(_ control: String) {
        outbox.hasten(control)
    }

    /// Posts a reply, behind the movements of the control that it tells of.
    func post(line: [UInt8], after control: String? = nil) {
        outbox.post(line: line, after: control)
    }

    /// Begins a subscription in place of the one before; `reply` makes the line that begins it,
    /// from its number.
    func subscribe(_ subscription: Subscription, reply: (Int64) -> [UInt8]) {
        subscriptions += 1
        self.subscription = isFinishing ? nil : subscription
        outbox.interval = subscription.interval
        outbox.post(snapshot: reply(subscriptions))
    }

    /// Ends the subscription: the events that wait are still sent.
    func unsubscribe() {
        subscription = nil
    }

    /// Says farewell behind all that waits, and reads nothing more. The connection ends when the
    /// client has taken all of it.
    func finish(with farewell: Farewell) {
        var writer = JSONWriter()
        farewell.write(to: &writer)
        outbox.post(last: writer.bytes)
        hasSaidFarewell = true
        isFinishing = true
        subscription = nil
    }

    /// Says farewell behind all that waits, and sends what can be sent at once.
    func end(with farewell: Farewell, at now: Duration) {
        guard !hasEnded else { return }
        var writer = JSONWriter()
        farewell.write(to: &writer)
        outbox.post(last: writer.bytes)
        subscription = nil
        isBlocked = false
        send(at: now)
        finish()
    }

    // MARK: At the end of a round, and later

    /// Sends what waits, as far as the socket takes it.
    func flush(at now: Duration) throws {
        guard !hasEnded else { return }
        if !isBlocked { send(at: now) }
        if isFinishing, !hasWaitingLines, outbox.isEmpty { finish() }
        try updateInterest()
    }

    /// When `resume(at:)` has something to do, unless the client acts before; nil if never.
    var nextDeadline: Duration? {
        if hasEnded { return nil }
        if isBlocked { return blockedSince.map { $0 + Self.longestStall } }
        // At once, but not before others had their turn. That the socket is writable would be no
        // sign: it is not while the client has yet to read much, though it takes more.
        let lines: Duration? = hasWaitingLines ? (isOverRate ? secondEnds : .zero) : nil
        guard let lines, let event = outbox.nextDeadline() else {
            return lines ?? outbox.nextDeadline()
        }
        return min(lines, event)
    }

    /// Goes on with what had to wait for a time.
    func resume(at now: Duration) {
        if let blockedSince, now >= blockedSince + Self.longestStall {
            hasStalled = true
            end(with: .stalled, at: now)
        } else if hasWaitingLines {
            handleLines(at: now)
        }
    }

    // MARK: Receiving

    private func handle(_ readiness: Readiness) throws {
        guard !hasEnded else { return }
        let now = loop.now
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
                subscription = nil
            } else if errno != EAGAIN, errno != EINTR {
                finish()
            }
        }
    }

    private func handleLines(at now: Duration) {
        if now >= secondEnds {
            secondEnds = now + .seconds(1)
            lines = 0
        }
        hasWaitingLines = true
        while !isOverRate, outbox.backlog <= Self.mostBacklog {
            do {
                guard let line = try reader.next() else {
                    hasWaitingLines = false
                    return
                }
                lines += 1
                received(self, Self.request(line))
                if hasSaidFarewell {
                    hasWaitingLines = false
                    return
                }
            } catch {
                received(
                    self,
                    .failure(
                        Refusal(
                            .tooLarge,
                            "line \(error.number): longer than \(error.limit) bytes")))
                hasWaitingLines = false
                isFinishing = true
                subscription = nil
                return
            }
        }
    }

    private static func request(_ line: LineReader.Line) -> Result<Request, Refusal> {
        do {
            return .success(try Request(line: line.bytes, number: line.number))
        } catch {
            return .failure(error)
        }
    }

    private var isOverRate: Bool { lines >= Self.mostLinesPerSecond }

    // MARK: Sending

    private func send(at now: Duration) {
        var sent = 0
        while sent < Self.bytesPerFlush {
            let bytes = outbox.nextBytes(at: now) {
                snapshot(subscription ?? Subscription())
            }
            if bytes.isEmpty {
                blockedSince = nil
                return
            }
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                outbox.consumed(count)
                sent += count
                blockedSince = nil
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return finish()
            }
        }
        isBlocked = true
        blockedSince = blockedSince ?? now
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

    private func finish() {
        guard !hasEnded else { return }
        hasEnded = true
        subscription = nil
        source = nil
        close(descriptor)
    }
}
