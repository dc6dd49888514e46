import PanelProtocol

/// Connections with the same subscription that are all up to date and share one outbox.
///
/// An event is stored once, and the bytes of a round are encoded once, for any number of clients. A
/// member whose socket would block leaves the group with a copy of the rest. It joins again when
/// nothing is left to send to it.
final class BroadcastGroup {
    /// The subscription of all members.
    let subscription: Subscription
    /// The most events that may be queued.
    var limit: Int {
        didSet { outbox.limit = limit }
    }
    /// The events that must still be sent to each member.
    private(set) var outbox: Outbox
    private var members: [ClientConnection] = []

    /// Makes a group without members. `limit` is the most events that may be queued.
    init(for subscription: Subscription, limit: Int) {
        self.subscription = subscription
        self.limit = limit
        outbox = Self.outbox(for: subscription, limit: limit)
    }

    /// An empty outbox for a subscription.
    static func outbox(for subscription: Subscription, limit: Int) -> Outbox {
        var outbox = Outbox(limit: limit)
        outbox.interval = subscription.interval
        return outbox
    }

    // MARK: Members

    /// Whether a connection with an empty outbox could join.
    func isAtRest(at now: Duration) -> Bool {
        members.isEmpty || outbox.isAtRest(at: now)
    }

    /// Adds a connection with an empty outbox. The group must be at rest.
    func add(_ connection: ClientConnection) {
        if members.isEmpty { outbox = Self.outbox(for: subscription, limit: limit) }
        members.append(connection)
    }

    /// Removes a member. Returns the outbox with the lines that it has not received.
    func remove(_ connection: ClientConnection) -> Outbox {
        members.removeAll { $0 === connection }
        return outbox.shared
    }

    // MARK: Events

    /// Whether the members have subscribed to an event.
    func wants(_ event: ValueChanged) -> Bool { subscription.includes(event) }

    /// Whether one more event could be too many, unless those that wait are sent before.
    var isFull: Bool { outbox.isFull }

    /// Posts an event that the subscription includes.
    func post(_ event: EventLine) {
        if !members.isEmpty { outbox.post(event) }
    }

    /// Sends the queued events. A member whose socket would block leaves the group.
    func flush(at now: Duration, snapshot: (Subscription) -> Snapshot) {
        while !members.isEmpty {
            let bytes = outbox.nextBytes(at: now) { snapshot(subscription) }
            if bytes.isEmpty { return }
            for member in members { member.send(bytes, at: now) }
            outbox.consumed(bytes.count)
        }
    }

    /// When a movement that the rate limit holds back may be sent; nil if there is none.
    var nextDeadline: Duration? { members.isEmpty ? nil : outbox.nextDeadline() }
}
