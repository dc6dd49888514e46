import EventLoop
import Glibc
import Panel
import PanelProtocol

/// Serves a panel to clients: sends events, and performs requests.
///
/// Posting writes nothing. `flush(at:)` writes at the end of a round, once for each connection.
final class PanelServer {
    /// How long connections may work before touches and other sources have their turn.
    private static let longestResume = Duration.milliseconds(4)

    /// The number of the last event.
    private(set) var sequence: Int64 = 0

    /// Called when a client has changed scenes, links or styles.
    var onPanelChange: (() -> Void)?

    /// Prints every event; nil without `--print-events`.
    var printer: EventPrinter?

    let loop: EventLoop
    let panel: Panel
    /// Performs the requests that the panel cannot perform itself.
    let services: PanelServices
    let version: String
    private let features: [String]
    /// The limits for the clients of one user. Existing connections beyond a new limit stay.
    var limits: SocketLimits {
        didSet {
            for entry in allowances { entry.allowance.perSecond = limits.linesPerSecond }
            for group in groups { group.limit = limits.entries }
            for connection in connections { connection.mostEvents = limits.entries }
        }
    }
    private var log: BoundedLog
    let started: Duration
    /// The connected clients, in the order in which they connected.
    private(set) var connections: [ClientConnection] = []
    private var groups: [BroadcastGroup] = []
    /// The line allowance of each user. As few as users: a linear search is faster than hashing.
    private var allowances: [(user: uid_t, allowance: LineAllowance)] = []
    /// How many pieces of pictures have been sent.
    var pieces = 0
    /// The index of the connection whose turn is first at the next `resume(at:)`.
    private var firstTurn = 0
    private var clients = 0
    private var writer = JSONWriter()
    private var timer: EventSource?

    /// Serves a panel. `services` perform the requests that the panel cannot; `features` are listed
    /// in `hello`.
    init(
        panel: Panel, services: PanelServices, version: String, features: [String] = [],
        limits: SocketLimits = SocketLimits(), loop: EventLoop, log: Log
    ) throws {
        self.panel = panel
        self.services = services
        self.version = version
        self.features = features
        self.limits = limits
        self.loop = loop
        started = loop.now
        self.log = BoundedLog(of: "clients", log)
        timer = try loop.timer(at: nil) { [unowned self] in resume(at: $0) }
        showClients()
    }

    /// Shows on the panel which programs are connected. A monitor client serves no control.
    func showClients() {
        panel.clientNames = Set(
            connections.filter { !$0.isMonitor && !$0.hasEnded }.compactMap(\.name))
    }

    // MARK: Connections

    /// Accepts a non-blocking connection and sends `hello`, or rejects it if its user has too many
    /// connections. A monitor may only read.
    func accept(_ descriptor: Int32, isMonitor: Bool = false) throws {
        let credentials: PeerCredentials
        do throws(ListenerError) {
            credentials = try PeerCredentials(of: descriptor)
        } catch {
            return reject(descriptor, because: "\(error)")
        }
        let count = connections.count {
            $0.credentials.user == credentials.user && !$0.hasEnded
        }
        guard count < limits.connections else {
            reject(
                descriptor, because: "one user may have at most \(limits.connections) connections")
            return
        }
        clients += 1
        let connection = try ClientConnection(
            descriptor: descriptor, client: "c\(clients)", credentials: credentials,
            isMonitor: isMonitor, limits: limits, allowance: allowance(of: credentials.user),
            loop: loop,
            received: { [unowned self] in perform($1, from: $0) },
            snapshot: { [unowned self] in snapshot(for: $0) })
        let hello = Hello(
            version: version, features: features, panel: panel.description.name,
            client: connection.client,
            generation: panel.generation)
        connection.post(line: line(hello.write))
        connections.append(connection)
        log.write(
            LogEntry("\(connection.description) has connected", .info, connection.logFields),
            at: loop.now)
    }

    /// The line allowance of a user; a full one for a new user.
    private func allowance(of user: uid_t) -> LineAllowance {
        if let known = allowances.first(where: { $0.user == user }) { return known.allowance }
        let allowance = LineAllowance(perSecond: limits.linesPerSecond, at: loop.now)
        allowances.append((user, allowance))
        return allowance
    }

    /// Sends an error with a reason, as far as the socket takes the bytes without blocking, and
    /// closes the connection.
    func reject(_ descriptor: Int32, because reason: String) {
        let client = (try? PeerCredentials(of: descriptor))?.description ?? "a client"
        log.write(
            LogEntry(
                "rejected \(client): \(reason)", event: .clientRejected),
            at: loop.now)
        // Releasing the socket closes the connection.
        _ = ConnectionSocket(descriptor).send(line(RequestError(.busy, reason).write)[...])
    }

    /// Sends a `bye` with a reason to all clients, and closes their connections.
    func close(_ reason: DisconnectReason) {
        let time = loop.now
        for connection in connections { connection.close(reason, at: time) }
        connections.removeAll()
        groups.removeAll()
    }

    // MARK: Events

    /// Numbers an event, and posts it to all subscribed connections and to `printer`.
    func post(_ event: ValueChanged) {
        sequence += 1
        event.sequence = sequence
        prepare(for: event.source)
        // One for all subscriptions with text.
        var eventWithText: ValueChanged?
        func line(withText wantsText: Bool) -> ValueChanged {
            guard wantsText else { return event }
            let line = eventWithText ?? withText(event)
            eventWithText = line
            return line
        }
        for group in groups where group.wants(event) {
            post(line(withText: group.subscription.wantsText), to: group)
        }
        for connection in connections where !connection.isInGroup && connection.wants(event) {
            connection.post(line(withText: connection.subscription?.wantsText ?? false))
        }
        printer?.post(event)
    }

    /// Posts an event to a group. If many events are waiting, sends them before: only slow clients
    /// lose some, however many a round has.
    private func post(_ line: EventLine, to group: BroadcastGroup) {
        if group.isFull { group.flush(at: loop.now, snapshot: snapshot(for:)) }
        group.post(line)
    }

    /// Takes the client that caused an event out of its group: the group may receive the event, and
    /// the client may not.
    private func prepare(for source: ValueChanged.Source?) {
        guard let client = source?.client else { return }
        connections.first { $0.client == client }?.leaveGroup()
    }

    private func withText(_ event: ValueChanged) -> ValueChanged {
        let control = panel[event.control]
        var state = event.state
        state.text = control?.valueText
        state.effective = state.effective.map { $0.with(text: control?.text(of: $0)) }
        return event.with(state)
    }

    /// Numbers an event, and posts it to all subscribed connections and to `printer`.
    func post(_ notice: PanelNotice) {
        sequence += 1
        var notice = notice
        notice.sequence = sequence
        prepare(for: notice.source)
        let plainLine = EventLine(notice, with: &writer)
        // One for all subscriptions with text.
        var lineWithText: EventLine?
        func line(for subscription: Subscription?) -> EventLine {
            guard subscription?.wantsText ?? false, let notice = withText(notice) else {
                return plainLine
            }
            let line = lineWithText ?? EventLine(notice, with: &writer)
            lineWithText = line
            return line
        }
        for group in groups where group.subscription.includes(notice) {
            post(line(for: group.subscription), to: group)
        }
        for connection in connections where !connection.isInGroup && connection.wants(notice) {
            connection.post(line(for: connection.subscription))
        }
        printer?.post(plainLine)
    }

    /// A notice with the text of its level; `nil` if it has no level.
    private func withText(_ notice: PanelNotice) -> PanelNotice? {
        guard case .effectiveChanged(let control, let level) = notice.kind else { return nil }
        var notice = notice
        notice.kind = .effectiveChanged(
            control: control, level.with(text: panel[control]?.text(of: level)))
        return notice
    }

    /// Posts levels or points that a client has sent to all connections that have subscribed to
    /// them.
    func post(_ data: [some MeasuredData], from client: ClientConnection) {
        guard let event = data.first?.event,
            groups.contains(where: { $0.subscription.events.contains(event) })
        else { return }
        let time = loop.now
        client.leaveGroup()
        for numbers in data {
            guard let control = panel[numbers.control], control.problem(with: numbers) == nil else {
                continue
            }
            let line = EventLine(numbers, at: time, with: &writer)
            for group in groups where group.subscription.includes(numbers) {
                post(line, to: group)
            }
            for connection in connections
            where !connection.isInGroup && connection.wants(numbers, of: client) {
                connection.post(line)
            }
        }
    }

    /// All values, for a client that is too far behind.
    var snapshot: Snapshot { snapshot(for: Subscription()) }

    /// Sends the events and replies of the round.
    func flush(at now: Duration) throws {
        for group in groups { group.flush(at: now, snapshot: snapshot(for:)) }
        var someHaveEnded = false
        for connection in connections {
            connection.flush(at: now)
            if connection.hasEnded { someHaveEnded = true }
        }
        if someHaveEnded {
            removeEnded(at: now)
            // The other clients receive the ends of the touches that a closed connection has left
            // behind.
            return try flush(at: now)
        }
        try printer?.flush(at: now)
        try timer?.setDeadline(nextDeadline)
    }

    /// When `resume(at:)` and `flush(at:)` must be called, unless a client acts before; nil for
    /// never.
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

    /// Continues the work of connections for a limited time. The next call begins with the
    /// connection after the last one.
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

    private func removeEnded(at now: Duration) {
        for connection in connections where connection.hasEnded {
            if let reason = connection.end?.reason {
                log.write(
                    LogEntry(
                        "closed \(connection.description): \(reason)", event: .clientClosed,
                        connection.logFields),
                    at: now)
            }
        }
        let ended = connections.filter(\.hasEnded)
        connections.removeAll { $0.hasEnded }
        for connection in ended { panel.endTouches(ofClient: connection.client, at: now) }
        showClients()
        removeUnusedGroups()
        for entry in allowances { entry.allowance.renew(at: now) }
        allowances.removeAll { user, allowance in
            allowance.isFull && !connections.contains { $0.credentials.user == user }
        }
    }

    /// The group for a subscription. Makes one if needed.
    func group(for subscription: Subscription) -> BroadcastGroup {
        removeUnusedGroups()
        if let group = groups.first(where: { $0.subscription == subscription }) {
            return group
        }
        var subscription = subscription
        subscription.learn(panel.controls.lazy.map(\.id))
        let group = BroadcastGroup(for: subscription, limit: limits.entries)
        groups.append(group)
        return group
    }

    /// Removes groups without connections.
    private func removeUnusedGroups() {
        groups.removeAll { group in !connections.contains { $0.group === group } }
    }

    // MARK: Lines

    /// Encodes a line.
    func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        write(&writer)
        return writer.bytes
    }
}
