import EventLoop
import Glibc
import Panel
import PanelProtocol

/// Tells all subscribers what happens on the panel, and does for clients what they ask.
///
/// Posting writes nothing: `flush(at:)`, at the end of a round, makes one write for each
/// subscriber.
final class Publisher {
    /// The number of the last event.
    private(set) var sequence: Int64 = 0

    /// Prints every event, if that was asked for.
    var printer: EventPrinter?

    private let loop: EventLoop
    private let panel: PublishedPanel
    private let version: String
    private let features: [String]
    private let limits: SocketLimits
    private let now: () -> Duration
    private var log: ClientLog
    private let started: Duration
    /// The clients that are connected, in the order of their coming.
    private(set) var subscribers: [Subscriber] = []
    private var audiences: [Audience] = []
    /// What the clients of each user may have read.
    private var allowances: [uid_t: LineAllowance] = [:]
    /// Whose turn it is first when a time has come.
    private var firstTurn = 0
    private var clients = 0
    private var writer = JSONWriter()
    private var timer: EventSource?
    /// What the timer is set to; nil if it waits for nothing.
    private var deadline: Duration?

    /// Publishes a panel. `features` is what is said in the greeting; `log` takes one line for the
    /// journal; `now` is the time on the monotonic clock, the loop's if it is left out.
    init(
        panel: PublishedPanel, version: String, features: [String] = [],
        limits: SocketLimits = SocketLimits(), loop: EventLoop, now: (() -> Duration)? = nil,
        log: @escaping (String) -> Void
    ) throws {
        let now = now ?? { loop.now }
        self.panel = panel
        self.version = version
        self.features = features
        self.limits = limits
        self.loop = loop
        self.now = now
        started = now()
        self.log = ClientLog(at: started, write: log)
        timer = try loop.timer(at: nil) { [unowned self] _ in
            deadline = nil
            resume(at: now())
        }
    }

    // MARK: Connections

    /// Takes a connection, non-blocking, and greets the client; one too many is sent away. Who
    /// comes as a monitor may only look.
    func accept(_ descriptor: Int32, isMonitor: Bool = false) throws {
        let credentials = PeerCredentials(of: descriptor)
        let connections = subscribers.count {
            $0.credentials.user == credentials.user && !$0.hasEnded
        }
        guard connections < limits.connections else {
            turnAway(
                descriptor, because: "\(limits.connections) connections of one user are the most")
            return
        }
        clients += 1
        let allowance =
            allowances[credentials.user]
            ?? LineAllowance(perSecond: limits.linesPerSecond, at: now())
        allowances[credentials.user] = allowance
        let subscriber = try Subscriber(
            descriptor: descriptor, client: "c\(clients)", credentials: credentials,
            isMonitor: isMonitor, limits: limits, allowance: allowance, loop: loop, now: now,
            received: { [unowned self] in answer($1, from: $0) },
            snapshot: { [unowned self] in snapshot(for: $0) })
        let hello = Hello(
            version: version, features: features, panel: panel.name(), client: subscriber.client,
            generation: panel.generation())
        subscriber.post(line: line(hello.write))
        subscribers.append(subscriber)
        log.say("\(subscriber.description) has connected", at: now())
    }

    /// Tells a client that it cannot be served, as far as it takes that at once, and closes its
    /// connection.
    func turnAway(_ descriptor: Int32, because reason: String) {
        let refusal = line(Refusal(.busy, reason).write)
        send(descriptor, refusal, refusal.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        log.say("sent \(PeerCredentials(of: descriptor)) away: \(reason)", at: now())
        Glibc.close(descriptor)
    }

    /// Says farewell to all clients and closes their connections.
    func close(_ farewell: Farewell) {
        let time = now()
        for subscriber in subscribers { subscriber.end(with: farewell, at: time) }
        subscribers.removeAll()
        audiences.removeAll()
    }

    // MARK: Events

    /// Gives an event its number and posts it to each subscriber that wants it, and to `printer`.
    func post(_ event: ValueChanged) {
        sequence += 1
        var event = event
        event.sequence = sequence
        if let client = event.source.client {
            // It may hear less than others do of what it does itself.
            subscribers.first { $0.client == client }?.fallOut()
        }
        // Written once, for all that want it.
        var line: EventLine?
        func written() -> EventLine {
            if let line { return line }
            let new = EventLine(event, with: &writer)
            line = new
            return new
        }
        for audience in audiences where audience.subscription.includes(event) {
            audience.post(written())
        }
        for subscriber in subscribers where !subscriber.isInStep && subscriber.wants(event) {
            subscriber.post(written())
        }
        printer?.post(written())
    }

    /// Everything there is to know, for whoever has fallen too far behind.
    var snapshot: Snapshot { snapshot(for: Subscription()) }

    /// Sends what was posted in the round.
    func flush(at now: Duration) throws {
        for audience in audiences { audience.flush(at: now, snapshot: snapshot(for:)) }
        var someHaveEnded = false
        for subscriber in subscribers {
            try subscriber.flush(at: now)
            if subscriber.hasEnded { someHaveEnded = true }
        }
        if someHaveEnded { forgetEnded(at: now) }
        try printer?.flush(at: now)
        try wait(until: nextDeadline)
    }

    /// When `resume(at:)` and `flush(at:)` have something to do, unless a client acts before; nil
    /// if never.
    var nextDeadline: Duration? {
        var deadline: Duration?
        for case let next? in audiences.lazy.map(\.nextDeadline) {
            deadline = min(deadline ?? next, next)
        }
        for case let next? in subscribers.lazy.map(\.nextDeadline) {
            deadline = min(deadline ?? next, next)
        }
        return deadline
    }

    /// Goes on with what had to wait for a time. Someone else is the first each time.
    func resume(at now: Duration) {
        let count = subscribers.count
        for index in 0..<count { subscribers[(firstTurn + index) % count].resume(at: now) }
        if count > 0 { firstTurn = (firstTurn + 1) % count }
    }

    private func forgetEnded(at now: Duration) {
        for subscriber in subscribers where subscriber.hasEnded {
            if let reason = subscriber.end?.reason {
                log.say("closed \(subscriber.description): \(reason)", at: now)
            }
        }
        subscribers.removeAll { $0.hasEnded }
        forgetUnused()
        let users = Set(subscribers.map(\.credentials.user))
        allowances = allowances.filter { users.contains($0.key) || !$0.value.isWhole(at: now) }
    }

    /// Audiences that nobody will come back to.
    private func forgetUnused() {
        audiences.removeAll { audience in !subscribers.contains { $0.audience === audience } }
    }

    private func wait(until deadline: Duration?) throws {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        if let deadline { try timer?.fire(at: deadline) } else { try timer?.disarm() }
    }

    // MARK: Requests

    private func answer(_ request: Result<Request, Refusal>, from subscriber: Subscriber) {
        do {
            let request = try request.get()
            do {
                try perform(request, for: subscriber)
            } catch {
                var refusal = error
                refusal.id = request.id
                refuse(refusal, to: subscriber)
            }
        } catch {
            refuse(error, to: subscriber)
        }
    }

    private func perform(_ request: Request, for subscriber: Subscriber) throws(Refusal) {
        guard !request.command.changesPanel || !subscriber.isMonitor else {
            throw Refusal(.readOnly, "this socket is for looking only", field: "cmd")
        }
        switch request.command {
        case .hello(let name):
            subscriber.name = name
            reply(.hello(client: subscriber.client, name: name), to: request, of: subscriber)
        case .list(let match):
            let names = panel.controls().filter { name in match.contains { $0.matches(name) } }
            reply(
                .list(generation: panel.generation(), controls: names.compactMap(panel.info)),
                to: request, of: subscriber)
        case .get(let control):
            guard let state = panel.state(control) else { throw unreadable(control) }
            reply(
                .get(control: control, state: state, sequence: sequence),
                to: request, of: subscriber, after: control)
        case .set(let set):
            let result = try perform(set, for: subscriber)
            reply(.set(result, sequence: sequence), to: request, of: subscriber, after: set.control)
        case .meters(let levels):
            try show(levels, request, subscriber)
        case .subscribe(let subscription):
            subscribe(subscription, request, subscriber)
        case .ping:
            let time = now()
            reply(
                .ping(time: time, sequence: sequence, uptime: time - started),
                to: request, of: subscriber)
        }
    }

    private func perform(
        _ set: SetRequest, for subscriber: Subscriber
    ) throws(Refusal) -> SetResult {
        guard set.fade == .zero else {
            throw Refusal(.badRequest, "over_ms: this version cannot fade", field: "over_ms")
        }
        let before = panel.state(set.control)?.value
        let source: ValueChanged.Source =
            set.isFeedback
            ? .feedback(subscriber.client, name: subscriber.name)
            : .client(subscriber.client, name: subscriber.name)
        let result = try panel.set(set, source, now())
        // A value that is there already is no news, or two clients that confirm each other's
        // would never stop.
        if result.isApplied, result.state.value != before {
            post(
                ValueChanged(
                    control: set.control, state: result.state, phase: .set, source: source,
                    time: now()))
        }
        if result.isApplied { panel.tellFollowers(set.control, now()) }
        return result
    }

    private func show(
        _ levels: [MeterLevels], _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        do {
            try panel.showLevels(levels, now())
        } catch {
            // Levels come with every frame: a refusal for each would be a stream of its own.
            if request.id != nil { throw error }
        }
        reply(.meters, to: request, of: subscriber)
    }

    private func subscribe(
        _ subscription: Subscription, _ request: Request, _ subscriber: Subscriber
    ) {
        let snapshot = snapshot(for: subscription)
        subscriber.subscribe(subscription, as: audience(for: subscription)) { number in
            guard let id = request.id else { return [] }
            let reply = Reply.subscribe(
                subscription: number, generation: panel.generation(), snapshot: snapshot,
                page: panel.page())
            return line { reply.write(id: id, to: &$0) }
        }
    }

    private func audience(for subscription: Subscription) -> Audience {
        forgetUnused()
        if let audience = audiences.first(where: { $0.subscription == subscription }) {
            return audience
        }
        let audience = Audience(for: subscription, limit: limits.entries)
        audiences.append(audience)
        return audience
    }

    private func snapshot(for subscription: Subscription) -> Snapshot {
        let names = panel.controls().filter(subscription.includes)
        return Snapshot(
            sequence: sequence,
            controls: names.compactMap { name in panel.state(name).map { (name, $0) } })
    }

    private func unreadable(_ control: String) -> Refusal {
        let names = panel.controls()
        return names.contains(control)
            ? Refusal(.badRequest, "\(control) has no value to be read", field: "control")
            : .unknownControl(control, among: names)
    }

    // MARK: Lines

    private func reply(
        _ reply: Reply, to request: Request, of subscriber: Subscriber,
        after control: String? = nil
    ) {
        guard let id = request.id else { return }
        subscriber.post(line: line { reply.write(id: id, to: &$0) }, after: control)
    }

    /// Refusals are sent even where no reply is wanted: a typo should not look like a hang.
    private func refuse(_ refusal: Refusal, to subscriber: Subscriber) {
        subscriber.post(line: line(refusal.write))
    }

    private func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        write(&writer)
        return writer.bytes
    }
}
