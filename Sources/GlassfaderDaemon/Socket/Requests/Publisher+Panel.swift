import PanelProtocol

// Requests to change the panel in other ways than by one value.
extension Publisher {
    func change(_ request: Request, _ subscriber: Subscriber) throws(Refusal) {
        let done = try panel.perform(request.command, source(subscriber), now())
        reply(
            .panel(done, sequence: sequence), to: request, of: subscriber, after: done.controls)
    }
}

extension PanelReply {
    /// The controls whose values it tells.
    fileprivate var controls: [String] {
        if case .batch(_, let results) = self { results.map(\.control) } else { [] }
    }
}
