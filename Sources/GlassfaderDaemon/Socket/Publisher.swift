import EventLoop
import Glibc
import Panel
import PanelProtocol

/// Tells all subscribers what happens on the panel, and does for clients what they ask.
///
/// Posting writes nothing: `flush(at:)`, at the end of a round, makes one write for each
/// subscriber.
final class Publisher {
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
            for audience in audiences { audience.limit = limits.entries }
            for subscriber in subscribers { subscriber.mostEvents = limits.entries }
        }
    }
    /// The time on the monotonic clock.
    let now: () -> Duration
    private var log: BoundedLog
    let started: Duration
    /// The clients that are connected, in the order of their coming.
    private(set) var subscribers: [Subscriber] = []
    private var audiences: [Audience] = []
    /// What the clients of each user may have read.
    private var allowances: [uid_t: LineAllowance] = [:]
    /// How many pieces of pictures have been sent.
    var pieces = 0
    /// Whose turn it is first when a time has come.
    private var firstTurn = 0
    private var clients = 0
    private var writer = JSONWriter()
    private var timer: EventSource?
    /// What the timer is set to; nil if it waits for nothing.
    private var deadline: Duration?

    /// Publishes a panel. `services` do what it cannot do by itself; `features` is what is said in the greeting; `log` takes one line for the
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
            version: version, features: features, panel: panel.description.name,
            client: subscriber.client,
            generation: panel.generation)
        subscriber.post(line: line(hello.write))
        subscribers.append(subscriber)
        log.say("\(subscriber.description) has connected", at: now())
    }

    /// Tells a client that it cannot be served, as far as it takes that at once, and closes its
    /// connection.
    func turnAway(_ descriptor: Int32, because reason: String) {
        log.say("sent \(PeerCredentials(of: descriptor)) away: \(reason)", at: now())
        // It is closed when it is released.
        _ = ConnectionSocket(descriptor).send(line(Refusal(.busy, reason).write)[...])
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
        for audience in audiences where audience.subscription.includes(event) {
            audience.post(written(withText: audience.subscription.wantsText))
        }
        for subscriber in subscribers where !subscriber.isInStep && subscriber.wants(event) {
            subscriber.post(written(withText: subscriber.subscription?.wantsText ?? false))
        }
        printer?.post(written(withText: false))
    }

    /// Parts the client that has caused an event from its audience: it may hear less than others.
    private func prepare(for source: ValueChanged.Source?) {
        guard let client = source?.client else { return }
        subscribers.first { $0.client == client }?.fallOut()
    }

    private func withText(_ event: ValueChanged) -> ValueChanged {
        var event = event
        event.state.text = panel[event.control]?.valueText
        return event
    }

    /// Gives an event its number and posts it to each subscriber that wants it, and to `printer`.
    func post(_ notice: PanelNotice) {
        sequence += 1
        var notice = notice
        notice.sequence = sequence
        prepare(for: notice.source)
        let line = EventLine(notice, with: &writer)
        for audience in audiences where audience.subscription.includes(notice) {
            audience.post(line)
        }
        for subscriber in subscribers where !subscriber.isInStep && subscriber.wants(notice) {
            subscriber.post(line)
        }
        printer?.post(line)
    }

    /// Posts levels that a client shows to each subscriber that wants to see them, too.
    func post(_ levels: [MeterLevels], from client: Subscriber) {
        guard audiences.contains(where: { $0.subscription.events.contains(.meters) }) else {
            return
        }
        let time = now()
        client.fallOut()
        for levels in levels where hasMeter(levels) {
            let line = EventLine(levels, at: time, with: &writer)
            for audience in audiences where audience.subscription.includes(levels) {
                audience.post(line)
            }
            for subscriber in subscribers
            where !subscriber.isInStep && subscriber.wants(levels, of: client) {
                subscriber.post(line)
            }
        }
    }

    private func hasMeter(_ levels: MeterLevels) -> Bool {
        panel[levels.control]?.meterChannelCount.map { levels.decibels.count <= $0 } ?? false
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

    /// Goes on with what had to wait for a time or for its turn, as long as others need not wait for
    /// it. The next time, the connection after the last one is the first.
    func resume(at now: Duration) {
        let count = subscribers.count
        let end = loop.exactTime + Self.longestResume
        for index in 0..<count {
            subscribers[(firstTurn + index) % count].resume(at: now)
            if index == count - 1 || loop.exactTime >= end {
                firstTurn = (firstTurn + index + 1) % count
                return
            }
        }
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

    /// Those who are sent the same as whoever begins such a subscription.
    func audience(for subscription: Subscription) -> Audience {
        forgetUnused()
        if let audience = audiences.first(where: { $0.subscription == subscription }) {
            return audience
        }
        let audience = Audience(for: subscription, limit: limits.entries)
        audiences.append(audience)
        return audience
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

    // MARK: Lines

    /// The bytes of a line.
    func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        write(&writer)
        return writer.bytes
    }
}
