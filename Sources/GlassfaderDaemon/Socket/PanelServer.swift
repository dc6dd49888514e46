import EventLoop
import Glibc
import Panel
import PanelProtocol

/// Serves a panel to clients: sends them its events, and answers their requests.
///
/// Posting writes nothing: `flush(at:)`, at the end of a round, makes one write for each
/// connection.
final class PanelServer {
    /// How long the connections' turns may take before touches and others have theirs.
    private static let longestResume = Duration.milliseconds(4)

    /// The number of the last event.
    private(set) var sequence: Int64 = 0

    /// Called when a client has changed scenes, links or looks.
    var onPanelChange: (() -> Void)?

    /// Prints every event, if that was asked for.
    var printer: EventPrinter?

    let loop: EventLoop
    let panel: Panel
    /// What clients can ask for that the panel cannot do by itself.
    let services: PanelServices
    let version: String
    private let features: [String]
    /// What the clients of one user may take. Connections that are too many by now stay.
    var limits: SocketLimits {
        didSet {
            for allowance in allowances.values { allowance.perSecond = limits.linesPerSecond }
            for group in groups { group.limit = limits.entries }
            for connection in connections { connection.mostEvents = limits.entries }
        }
    }
    /// The time on the monotonic clock.
    let now: () -> Duration
    private var log: BoundedLog
    let started: Duration
    /// The clients that are connected, in the order of their coming.
    private(set) var connections: [ClientConnection] = []
    private var groups: [BroadcastGroup] = []
    /// What the clients of each user may have read.
    private var allowances: [uid_t: LineAllowance] = [:]
    /// How many pieces of pictures have been sent.
    var pieces = 0
    /// The connection whose turn is first when a time has come.
    private var firstTurn = 0
    private var clients = 0
    private var writer = JSONWriter()
    private var timer: EventSource?
    /// What the timer is set to; nil if it waits for nothing.
    private var deadline: Duration?

    /// Serves a panel. `services` do what it cannot do by itself; `features` are those of the greeting; `log` takes one line for the
    /// journal; `now` is the time on the monotonic clock, the loop's if it is left out.
    init(
        panel: Panel, services: PanelServices, version: String, features: [String] = [],
        limits: SocketLimits = SocketLimits(), loop: EventLoop, now: (() -> Duration)? = nil,
        log: @escaping (String) -> Void
    ) throws {
        let now = now ?? { loop.now }
        self.panel = panel
        self.services = services
        self.version = version
        self.features = features
        self.limits = limits
        self.loop = loop
        self.now = now
        started = now()
        self.log = BoundedLog(of: "clients", at: started, write: log)
        timer = try loop.timer(at: nil) { [unowned self] _ in
            deadline = nil
            resume(at: now())
        }
    }

    // MARK: Connections

    /// Accepts a connection, non-blocking, and greets the client; one too many is rejected. A
    /// monitor may read and change nothing.
    func accept(_ descriptor: Int32, isMonitor: Bool = false) throws {
        let credentials = PeerCredentials(of: descriptor)
        let count = connections.count {
            $0.credentials.user == credentials.user && !$0.hasEnded
        }
        guard count < limits.connections else {
            reject(
                descriptor, because: "\(limits.connections) connections of one user are the most")
            return
        }
        clients += 1
        let allowance =
            allowances[credentials.user]
            ?? LineAllowance(perSecond: limits.linesPerSecond, at: now())
        allowances[credentials.user] = allowance
        let connection = try ClientConnection(
            descriptor: descriptor, client: "c\(clients)", credentials: credentials,
            isMonitor: isMonitor, limits: limits, allowance: allowance, loop: loop, now: now,
            received: { [unowned self] in answer($1, from: $0) },
            snapshot: { [unowned self] in snapshot(for: $0) })
        let hello = Hello(
            version: version, features: features, panel: panel.description.name,
            client: connection.client,
            generation: panel.generation)
        connection.post(line: line(hello.write))
        connections.append(connection)
        log.write("\(connection.description) has connected", at: now())
    }

    /// Sends a client the reason why it is not served, as far as its socket takes it at once, and
    /// closes the connection.
    func reject(_ descriptor: Int32, because reason: String) {
        log.write("sent \(PeerCredentials(of: descriptor)) away: \(reason)", at: now())
        // It is closed when it is released.
        _ = ConnectionSocket(descriptor).send(line(RequestError(.busy, reason).write)[...])
    }

    /// Sends all clients the reason, and closes their connections.
    func close(_ reason: DisconnectReason) {
        let time = now()
        for connection in connections { connection.end(with: reason, at: time) }
        connections.removeAll()
        groups.removeAll()
    }

    // MARK: Events

    /// Gives an event its number and posts it to each connection that wants it, and to `printer`.
    func post(_ event: ValueChanged) {
        sequence += 1
        var event = event
        event.sequence = sequence
        prepare(for: event.source)
        // Written once, for all that want it; and once more for those that want its text.
        var line: EventLine?
        var lineWithText: EventLine?
        func written(withText wantsText: Bool) -> EventLine {
            if let written = wantsText ? lineWithText : line { return written }
            let new = EventLine(wantsText ? withText(event) : event, with: &writer)
            if wantsText { lineWithText = new } else { line = new }
            return new
        }
        for group in groups where group.subscription.includes(event) {
            group.post(written(withText: group.subscription.wantsText))
        }
        for connection in connections where !connection.isInGroup && connection.wants(event) {
            connection.post(written(withText: connection.subscription?.wantsText ?? false))
        }
        printer?.post(written(withText: false))
    }

    /// Takes the client that caused an event out of its group, which hears of it where it may not.
    private func prepare(for source: ValueChanged.Source?) {
        guard let client = source?.client else { return }
        connections.first { $0.client == client }?.leaveGroup()
    }

    private func withText(_ event: ValueChanged) -> ValueChanged {
        var event = event
        event.state.text = panel[event.control]?.valueText
        return event
    }

    /// Gives an event its number and posts it to each connection that wants it, and to `printer`.
    func post(_ notice: PanelNotice) {
        sequence += 1
        var notice = notice
        notice.sequence = sequence
        prepare(for: notice.source)
        let line = EventLine(notice, with: &writer)
        for group in groups where group.subscription.includes(notice) {
            group.post(line)
        }
        for connection in connections where !connection.isInGroup && connection.wants(notice) {
            connection.post(line)
        }
        printer?.post(line)
    }

    /// Posts levels that a client shows to each connection that wants to see them, too.
    func post(_ levels: [MeterLevels], from client: ClientConnection) {
        guard groups.contains(where: { $0.subscription.events.contains(.meters) }) else {
            return
        }
        let time = now()
        client.leaveGroup()
        for levels in levels where hasMeter(levels) {
            let line = EventLine(levels, at: time, with: &writer)
            for group in groups where group.subscription.includes(levels) {
                group.post(line)
            }
            for connection in connections
            where !connection.isInGroup && connection.wants(levels, of: client) {
                connection.post(line)
            }
        }
    }

    private func hasMeter(_ levels: MeterLevels) -> Bool {
        panel[levels.control]?.meterChannelCount.map { levels.decibels.count <= $0 } ?? false
    }

    /// All values, for a client that has fallen too far behind.
    var snapshot: Snapshot { snapshot(for: Subscription()) }

    /// Sends what was posted in the round.
    func flush(at now: Duration) throws {
        for group in groups { group.flush(at: now, snapshot: snapshot(for:)) }
        var someHaveEnded = false
        for connection in connections {
            try connection.flush(at: now)
            if connection.hasEnded { someHaveEnded = true }
        }
        if someHaveEnded { forgetEnded(at: now) }
        try printer?.flush(at: now)
        try wait(until: nextDeadline)
    }

    /// When `resume(at:)` and `flush(at:)` have something to do, unless a client acts before; nil
    /// if never.
    var nextDeadline: Duration? {
        var deadline: Duration?
        for case let next? in groups.lazy.map(\.nextDeadline) {
            deadline = min(deadline ?? next, next)
        }
        for case let next? in connections.lazy.map(\.nextDeadline) {
            deadline = min(deadline ?? next, next)
        }
        return deadline
    }

    /// Goes on with what had to wait for a time or for its turn, as long as others need not wait for
    /// it. The next time, the connection after the last one is the first.
    func resume(at now: Duration) {
        let count = connections.count
        let end = loop.exactTime + Self.longestResume
        for index in 0..<count {
            connections[(firstTurn + index) % count].resume(at: now)
            if index == count - 1 || loop.exactTime >= end {
                firstTurn = (firstTurn + index + 1) % count
                return
            }
        }
    }

    private func forgetEnded(at now: Duration) {
        for connection in connections where connection.hasEnded {
            if let reason = connection.end?.reason {
                log.write("closed \(connection.description): \(reason)", at: now)
            }
        }
        connections.removeAll { $0.hasEnded }
        forgetUnused()
        let users = Set(connections.map(\.credentials.user))
        for allowance in allowances.values { allowance.renew(at: now) }
        allowances = allowances.filter { users.contains($0.key) || !$0.value.isWhole }
    }

    /// The group of the connections with a subscription.
    func group(for subscription: Subscription) -> BroadcastGroup {
        forgetUnused()
        if let group = groups.first(where: { $0.subscription == subscription }) {
            return group
        }
        let group = BroadcastGroup(for: subscription, limit: limits.entries)
        groups.append(group)
        return group
    }

    /// Forgets groups that no connection belongs to.
    private func forgetUnused() {
        groups.removeAll { group in !connections.contains { $0.group === group } }
    }

    private func wait(until deadline: Duration?) throws {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        if let deadline { try timer?.fire(at: deadline) } else { try timer?.disarm() }
    }

    // MARK: Lines

    /// The bytes of a line.
    func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        write(&writer)
        return writer.bytes
    }
}
