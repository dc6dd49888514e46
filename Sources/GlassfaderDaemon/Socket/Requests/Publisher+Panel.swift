import PanelProtocol

// Requests to change the panel in other ways than by one value.
extension Publisher {
    func change(_ request: Request, _ subscriber: Subscriber) throws(Refusal) {
        let done = try panel.perform(request.command, source(subscriber), now())
        switch request.command {
        case .scene, .style, .link, .unlink: onPanelChange?()
        default: break
        }
        reply(
            .panel(done, sequence: sequence), to: request, of: subscriber, after: done.controls)
    }

    /// Has the panel file read again. The answer comes later, and is one for all who ask meanwhile.
    func reload(_ request: Request, _ subscriber: Subscriber) {
        subscriber.deferAnswer()
        panel.reload(source(subscriber)) { [weak self, weak subscriber] result in
            guard let self, let subscriber, !subscriber.hasEnded else { return }
            subscriber.completeAnswer()
            do throws(Refusal) {
                reply(.panel(try result.get(), sequence: sequence), to: request, of: subscriber)
            } catch {
                refuse(error, to: request, of: subscriber)
            }
        }
    }
}

extension PanelReply {
    /// The controls whose values it tells.
    fileprivate var controls: [String] {
        if case .batch(_, let results) = self { results.map(\.control) } else { [] }
    }
}
