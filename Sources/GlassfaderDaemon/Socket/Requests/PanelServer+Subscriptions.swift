import Panel
import PanelProtocol

// Subscribing to events.
extension PanelServer {
    func subscribe(
        _ subscription: Subscription, _ request: Request, _ connection: ClientConnection
    ) {
        let group = group(for: subscription)
        let snapshot = snapshot(for: group.subscription)
        connection.subscribe(as: group) { number in
            guard let id = request.id else { return [] }
            let reply = Reply.subscribe(subscription: number, snapshot)
            return line { reply.write(id: id, to: &$0) }
        }
    }

    func unsubscribe(_ request: Request, _ connection: ClientConnection) throws(RequestError) {
        guard connection.subscription != nil else {
            throw RequestError(.badRequest, "there is no subscription to end", field: "cmd")
        }
        connection.endSubscription()
        reply(.unsubscribe, to: request, of: connection)
    }

    /// The values of a subscription's controls.
    func snapshot(for subscription: Subscription) -> Snapshot {
        let controls = panel.controls.filter { subscription.includes($0.id) }
        var snapshot = Snapshot(
            sequence: sequence,
            controls: controls.compactMap { control in
                let state = subscription.wantsText ? control.state : control.stateWithoutText
                return state.map { (control.id, $0) }
            },
            panel: Snapshot.PanelStatus(
                generation: panel.generation, page: panel.page, isLocked: panel.lock != nil,
                spill: panel.spilledVCA))
        for control in controls where control.isTouched {
            snapshot.holders[control.id] = control.holder
        }
        return snapshot
    }
}
