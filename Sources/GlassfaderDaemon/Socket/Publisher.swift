import EventLoop
import Glibc
import PanelProtocol

/// Tells all subscribers what happens on the panel, and does for clients what they ask.
///
/// Posting writes nothing: `flush(at:)`, at the end of a round, makes one write for each
/// subscriber.
final class Publisher {
    /// The connections of one user.
    static let mostConnections = 32

    /// The number of the last event.
    private(set) var sequence: Int64 = 0

    /// Prints every event, if that was asked for.
    var printer: EventPrinter?

    private let loop: EventLoop
    private let panel: PublishedPanel
    private let version: String
    private let features: [String]
    private let log: (String) -> Void
    private let started: Duration
    private var subscribers: [Subscriber] = []
    private var clients = 0
    private var writer = JSONWriter()
    private var timer: EventSource?
    /// What the timer is set to; nil if it waits for nothing.
    private var deadline: Duration?

    /// Publishes a panel. `features` is what is said in the greeting; `log` takes one line for the
    /// journal.
    init(
        panel: PublishedPanel, version: String, features: [String] = [], loop: EventLoop,
        log: @escaping (String) -> Void
    ) throws {
        self.panel = panel
        self.version = version
        self.features = features
        self.loop = loop
        self.log = log
        started = loop.now
        timer = try loop.timer(at: nil) { [unowned self] now in
            deadline = nil
            for subscriber in subscribers { subscriber.resume(at: now) }
        }
    }

    /// How many clients are connected.
    var subscriberCount: Int { subscribers.count }

    // MARK: Connections

    /// Takes a connection, non-blocking, and greets the client; one too many is sent away.
    func accept(_ descriptor: Int32) throws {
        clients += 1
        let subscriber = try Subscriber(
            descriptor: descriptor, client: "c\(clients)", loop: loop,
            received: { [unowned self] in answer($1, from: $0) },
            snapshot: { [unowned self] in snapshot(for: $0) })

        let connections = subscribers.count { $0.user == subscriber.user && !$0.hasEnded }
        guard connections < Self.mostConnections else {
            refuse(
                Refusal(.busy, "\(Self.mostConnections) connections of one user are the most"),
                to: subscriber)
            try subscriber.flush(at: loop.now)
            return
        }
        let hello = Hello(
            version: version, features: features, panel: panel.name(), client: subscriber.client,
            generation: panel.generation())
        subscriber.post(line: line(hello.write))
        subscribers.append(subscriber)
    }

    /// Says farewell to all clients and closes their connections.
    func close(_ farewell: Farewell) {
        let now = loop.now
        for subscriber in subscribers { subscriber.end(with: farewell, at: now) }
        subscribers.removeAll()
    }

    // MARK: Events

    /// Gives an event its number and posts it to each subscriber that wants it, and to `printer`.
    func post(_ event: ValueChanged) {
        sequence += 1
        var event = event
        event.sequence = sequence
        // Written once, for all that want it.
        var line: EventLine?
        for subscriber in subscribers where subscriber.wants(event) {
            let posted = line ?? EventLine(event, with: &writer)
            line = posted
            subscriber.post(posted)
        }
        if let printer { printer.post(line ?? EventLine(event, with: &writer)) }
    }

    /// Everything there is to know, for whoever has fallen too far behind.
    var snapshot: Snapshot { snapshot(for: Subscription()) }

    /// Sends what was posted in the round.
    func flush(at now: Duration) throws {
        var someHaveEnded = false
        var deadline: Duration?
        for subscriber in subscribers {
            try subscriber.flush(at: now)
            if subscriber.hasEnded {
                someHaveEnded = true
                sayIfStalled(subscriber)
            } else if let next = subscriber.nextDeadline {
                deadline = min(deadline ?? next, next)
            }
        }
        if someHaveEnded { subscribers.removeAll { $0.hasEnded } }
        try printer?.flush(at: now)
        try wait(until: deadline)
    }

    private func sayIfStalled(_ subscriber: Subscriber) {
        guard subscriber.hasStalled else { return }
        log(
            "closed \(subscriber.client) (process \(subscriber.process), user "
                + "\(subscriber.user)): nothing taken for 30 s")
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
            let now = loop.now
            reply(
                .ping(time: now, sequence: sequence, uptime: now - started),
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
        let result = try panel.set(set, source, loop.now)
        // A value that is there already is no news, or two clients that confirm each other's
        // would never stop.
        if result.isApplied, result.state.value != before {
            post(
                ValueChanged(
                    control: set.control, state: result.state, phase: .set, source: source,
                    time: loop.now))
        }
        if result.isApplied { panel.tellFollowers(set.control, loop.now) }
        return result
    }

    private func show(
        _ levels: [MeterLevels], _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        do {
            try panel.showLevels(levels, loop.now)
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
        subscriber.subscribe(subscription) { number in
            guard let id = request.id else { return [] }
            let reply = Reply.subscribe(
                subscription: number, generation: panel.generation(), snapshot: snapshot,
                page: panel.page())
            return line { reply.write(id: id, to: &$0) }
        }
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
