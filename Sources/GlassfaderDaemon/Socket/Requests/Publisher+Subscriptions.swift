import Panel
import PanelProtocol

// Requests to be told of events.
extension Publisher {
    func subscribe(
        _ subscription: Subscription, _ request: Request, _ subscriber: Subscriber
    ) {
        let snapshot = snapshot(for: subscription)
        subscriber.subscribe(subscription, as: audience(for: subscription)) { number in
            guard let id = request.id else { return [] }
            let reply = Reply.subscribe(
                subscription: number, generation: panel.generation, snapshot: snapshot,
                page: panel.page, isLocked: panel.lock != nil)
            return line { reply.write(id: id, to: &$0) }
        }
    }

    func unsubscribe(_ request: Request, _ subscriber: Subscriber) throws(Refusal) {
        guard subscriber.subscription != nil else {
            throw Refusal(.badRequest, "there is no subscription to end", field: "cmd")
        }
        subscriber.unsubscribe()
        reply(.unsubscribe, to: request, of: subscriber)
    }

    /// The values of the controls that a client wants to be told of.
    func snapshot(for subscription: Subscription) -> Snapshot {
        let controls = panel.controls.filter { subscription.includes($0.id) }
        var snapshot = Snapshot(
            sequence: sequence,
            controls: controls.compactMap { control in control.state.map { (control.id, $0) } })
        snapshot.panel = Snapshot.PanelStatus(
            generation: panel.generation, page: panel.page, isLocked: panel.lock != nil)
        return snapshot
    }
}
