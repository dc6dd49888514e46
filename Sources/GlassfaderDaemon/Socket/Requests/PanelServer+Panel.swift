import Panel
import PanelProtocol

// Requests that change the panel, except setting a single value.
extension PanelServer {
    func change(_ request: Request, _ connection: ClientConnection) throws(RequestError) {
        let done = try perform(request.command, from: source(connection), at: now())
        switch request.command {
        case .scene, .style, .link, .unlink: onPanelChange?()
        default: break
        }
        reply(
            .panel(done, sequence: sequence), to: request, of: connection, after: done.controls)
    }

    private func perform(
        _ command: Request.Command, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        switch command {
        case .batch(let batch): return try panel.apply(batch, from: source, at: time)
        case .touch(let request): return panel.perform(request, from: source, at: time)
        case .link(let request): return try panel.link(request, from: source, at: time)
        case .unlink(let name): return try panel.unlink(name, from: source, at: time)
        case .page(let page): return try panel.perform(page: page, from: source, at: time)
        case .spill(let request): return try panel.perform(request, from: source, at: time)
        case .lock(let request): return try panel.perform(request, from: source, at: time)
        case .scene(let request): return try panel.perform(request, from: source, at: time)
        case .history(let request): return try panel.perform(request, from: source, at: time)
        case .style(let request): return try panel.perform(request, from: source, at: time)
        case .accessibility(let request):
            return try panel.perform(request, from: source, at: time)
        case .display(let request): return .display(try services.display(request))
        case .reload, .hello, .list, .get, .set, .meters, .plot, .subscribe, .unsubscribe, .ping,
            .version,
            .clients, .screenshot, .bye:
            throw RequestError(.internal, "the panel cannot perform this command")
        }
    }

    /// Reads the panel file again. The reply comes later. Requests in the meantime get the same
    /// reply.
    func reload(_ request: Request, _ connection: ClientConnection) {
        connection.deferReply()
        services.reload(source(connection)) { [weak self, weak connection] result in
            guard let self, let connection, !connection.hasEnded else { return }
            connection.completeReply()
            do throws(RequestError) {
                reply(.panel(try result.get(), sequence: sequence), to: request, of: connection)
            } catch {
                send(error, to: request, of: connection)
            }
        }
    }
}

extension PanelReply {
    /// The controls whose values are in the reply.
    fileprivate var controls: [String] {
        switch self {
        case .batch(_, let results): results.map(\.control)
        case .touch(let results): results.map(\.control)
        case .accessibility(let control, _, _, _): [control]
        default: []
        }
    }
}
