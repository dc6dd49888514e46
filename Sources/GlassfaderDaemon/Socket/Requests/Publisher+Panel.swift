import Panel
import PanelProtocol

// Requests to change the panel in other ways than by one value.
extension Publisher {
    func change(_ request: Request, _ subscriber: Subscriber) throws(Refusal) {
        let done = try perform(request.command, from: source(subscriber), at: now())
        switch request.command {
        case .scene, .style, .link, .unlink: onPanelChange?()
        default: break
        }
        reply(
            .panel(done, sequence: sequence), to: request, of: subscriber, after: done.controls)
    }

    private func perform(
        _ command: Request.Command, from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> PanelReply {
        switch command {
        case .batch(let batch): return try panel.apply(batch, from: source, at: time)
        case .link(let request): return try panel.link(request, from: source, at: time)
        case .unlink(let name): return try panel.unlink(name, from: source, at: time)
        case .page(let page): return try panel.perform(page: page, from: source, at: time)
        case .lock(let request): return try panel.perform(request, from: source, at: time)
        case .scene(let request): return try panel.perform(request, from: source, at: time)
        case .style(let request): return try panel.perform(request, from: source, at: time)
        case .display(let request): return .display(try services.display(request))
        case .reload, .hello, .list, .get, .set, .meters, .subscribe, .unsubscribe, .ping, .version,
            .clients, .screenshot, .bye:
            throw Refusal(.internal, "what concerns no panel was asked of it")
        }
    }

    /// Has the panel file read again. The answer comes later, and is one for all who ask meanwhile.
    func reload(_ request: Request, _ subscriber: Subscriber) {
        subscriber.deferAnswer()
        services.reload(source(subscriber)) { [weak self, weak subscriber] result in
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
