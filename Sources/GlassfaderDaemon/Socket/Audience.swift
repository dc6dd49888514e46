import PanelProtocol

/// The subscribers that asked for the same, and have taken all that there was: what one of them is
/// sent, all are.
///
/// So an event is filed once, and a round's bytes are put together once, however many listen. Whoever
/// does not take all of it leaves with a copy of what is left, goes on alone, and may come back when
/// neither has anything to wait for.
final class Audience {
    /// What all of them asked for.
    let subscription: Subscription
    /// How many events may wait in order.
    var limit: Int {
        didSet { outbox.limit = limit }
    }
    /// What is still to be sent to each.
    private(set) var outbox: Outbox
    private var members: [Subscriber] = []

    /// Begins without anybody. `limit` is how many events may wait in order.
    init(for subscription: Subscription, limit: Int) {
        self.subscription = subscription
        self.limit = limit
        outbox = Self.outbox(for: subscription, limit: limit)
    }

    /// What someone who begins such a subscription has to be sent: nothing.
    static func outbox(for subscription: Subscription, limit: Int) -> Outbox {
        var outbox = Outbox(limit: limit)
        outbox.interval = subscription.interval
        return outbox
    }

    // MARK: Coming and going

    /// Whether someone who has nothing to wait for could come in.
    func isAtRest(at now: Duration) -> Bool {
        members.isEmpty || outbox.isAtRest(at: now)
    }

    /// Takes in someone who has nothing to wait for, while this is at rest.
    func admit(_ subscriber: Subscriber) {
        if members.isEmpty { outbox = Self.outbox(for: subscription, limit: limit) }
        members.append(subscriber)
    }

    /// Lets someone go, and returns what is still to be sent to whom.
    func release(_ subscriber: Subscriber) -> Outbox {
        members.removeAll { $0 === subscriber }
        return outbox
    }

    // MARK: Events

    /// Posts the line of an event that is wanted.
    func post(_ event: EventLine) {
        if !members.isEmpty { outbox.post(event) }
    }

    /// Sends what waits. Who does not take all of it has left afterwards.
    func flush(at now: Duration, snapshot: (Subscription) -> Snapshot) {
        while !members.isEmpty {
            let bytes = outbox.nextBytes(at: now) { snapshot(subscription) }
            if bytes.isEmpty { return }
            for member in members { member.receive(bytes, at: now) }
            outbox.consumed(bytes.count)
        }
    }

    /// When a movement held back by the rate may be sent; nil if none is.
    var nextDeadline: Duration? { members.isEmpty ? nil : outbox.nextDeadline() }
}
