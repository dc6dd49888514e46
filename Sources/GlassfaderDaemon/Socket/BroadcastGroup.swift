import PanelProtocol

/// Connections with the same subscription that are all up to date: one outbox serves all of them.
///
/// So an event is stored once, and a round's bytes are put together once, however many clients listen.
/// A member whose socket does not take everything leaves with a copy of the rest, goes on alone, and
/// may join again when nothing waits for either.
final class BroadcastGroup {
    /// What all members asked for.
    let subscription: Subscription
    /// How many events may wait in order.
    var limit: Int {
        didSet { outbox.limit = limit }
    }
    /// What is still to be sent to each.
    private(set) var outbox: Outbox
    private var members: [ClientConnection] = []

    /// Begins without members. `limit` is how many events may wait in order.
    init(for subscription: Subscription, limit: Int) {
        self.subscription = subscription
        self.limit = limit
        outbox = Self.outbox(for: subscription, limit: limit)
    }

    /// The outbox of a subscription that begins: empty.
    static func outbox(for subscription: Subscription, limit: Int) -> Outbox {
        var outbox = Outbox(limit: limit)
        outbox.interval = subscription.interval
        return outbox
    }

    // MARK: Members

    /// Whether a connection for which nothing waits could join.
    func isAtRest(at now: Duration) -> Bool {
        members.isEmpty || outbox.isAtRest(at: now)
    }

    /// Adds a connection for which nothing waits, while the group is at rest.
    func add(_ connection: ClientConnection) {
        if members.isEmpty { outbox = Self.outbox(for: subscription, limit: limit) }
        members.append(connection)
    }

    /// Removes a member, and returns what still waits for it.
    func remove(_ connection: ClientConnection) -> Outbox {
        members.removeAll { $0 === connection }
        return outbox
    }

    // MARK: Events

    /// Posts the line of an event that is wanted.
    func post(_ event: EventLine) {
        if !members.isEmpty { outbox.post(event) }
    }

    /// Sends what waits. A member whose socket would block leaves the group.
    func flush(at now: Duration, snapshot: (Subscription) -> Snapshot) {
        while !members.isEmpty {
            let bytes = outbox.nextBytes(at: now) { snapshot(subscription) }
            if bytes.isEmpty { return }
            for member in members { member.send(bytes, at: now) }
            outbox.consumed(bytes.count)
        }
    }

    /// When a movement held back by the rate may be sent; nil if none is.
    var nextDeadline: Duration? { members.isEmpty ? nil : outbox.nextDeadline() }
}
