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

    let loop: EventLoop
    let panel: PublishedPanel
    let version: String
    private let features: [String]
    private let log: (String) -> Void
    let started: Duration
    private(set) var subscribers: [Subscriber] = []
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
        // Written once, for all that want it; and once more for those that want its text.
        var line: EventLine?
        var lineWithText: EventLine?
        for subscriber in subscribers where subscriber.wants(event) {
            let wantsText = subscriber.subscription?.wantsText ?? false
            let posted =
                (wantsText ? lineWithText : line)
                ?? EventLine(wantsText ? withText(event) : event, with: &writer)
            if wantsText { lineWithText = posted } else { line = posted }
            subscriber.post(posted)
        }
        if let printer { printer.post(line ?? EventLine(event, with: &writer)) }
    }

    private func withText(_ event: ValueChanged) -> ValueChanged {
        var event = event
        event.state.text = panel.state(event.control)?.text
        return event
    }

    /// Gives an event its number and posts it to each subscriber that wants it, and to `printer`.
    func post(_ notice: PanelNotice) {
        sequence += 1
        var notice = notice
        notice.sequence = sequence
        let line = EventLine(notice, with: &writer)
        for subscriber in subscribers where subscriber.wants(notice) { subscriber.post(line) }
        printer?.post(line)
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

    // MARK: Lines

    /// The bytes of a line.
    func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        write(&writer)
        return writer.bytes
    }
}
