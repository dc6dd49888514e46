import PanelProtocol

// Performing requests, and posting replies.
extension PanelServer {
    /// Performs a request and posts the reply or the error.
    func perform(_ request: Result<Request, RequestError>, from connection: ClientConnection) {
        do {
            let request = try request.get()
            do {
                try perform(request, for: connection)
            } catch {
                send(error, to: request, of: connection)
            }
        } catch {
            send(error, to: connection)
        }
    }

    private func perform(_ request: Request, for connection: ClientConnection) throws(RequestError)
    {
        guard !request.command.changesPanel || !connection.isMonitor else {
            throw RequestError(.readOnly, "this socket is read-only", field: "cmd")
        }
        let (source, time) = (source(connection), loop.now)
        if request.command.changesPanel { panel.window.noteTime(time) }
        let done: PanelReply
        switch request.command {
        case .hello(let name): return greet(name, request, connection)
        case .list(let match): return list(match, request, connection)
        case .get(let control): return try get(control, request, connection)
        case .set(let set): return try self.set(set, request, connection)
        case .meters(let levels): return try show(levels, request, connection)
        case .plot(let points): return try show(points, request, connection)
        case .subscribe(let subscription): return subscribe(subscription, request, connection)
        case .unsubscribe: return try unsubscribe(request, connection)
        case .screenshot(let offset): return try sendPicture(from: offset, request, connection)
        case .clients: return listClients(request, connection)
        case .version: return reply(.version(version), to: request, of: connection)
        case .ping: return ping(request, connection)
        case .bye: return disconnect(request, connection)
        case .reload: return reload(request, connection)
        case .batch(let batch): done = try panel.apply(batch, from: source, at: time)
        case .touch(let touch): done = panel.perform(touch, from: source, at: time)
        case .link(let link): done = try panel.link(link, from: source, at: time)
        case .unlink(let name): done = try panel.unlink(name, from: source, at: time)
        case .page(let page): done = try panel.perform(page: page, from: source, at: time)
        case .spill(let spill): done = try panel.perform(spill, from: source, at: time)
        case .lock(let lock): done = try panel.perform(lock, from: source, at: time)
        case .scene(let scene): done = try panel.perform(scene, from: source, at: time)
        case .history(let history): done = try panel.perform(history, from: source, at: time)
        case .style(let style): done = try panel.perform(style, from: source, at: time)
        case .accessibility(let action):
            done = try panel.perform(action, from: source, at: time)
        case .display(let display): done = .display(try services.display(display))
        }
        switch request.command {
        case .scene, .style, .link, .unlink: onPanelChange?()
        default: break
        }
        reply(
            .panel(done, sequence: sequence), to: request, of: connection, after: done.controls)
    }

    /// Posts a reply, if the request has an `id`, after the movements of the controls in it.
    func reply(
        _ reply: Reply, to request: Request, of connection: ClientConnection,
        after controls: [String] = []
    ) {
        guard let id = request.id else { return }
        for control in controls { connection.releaseMovements(of: control) }
        connection.post(line: line { reply.write(id: id, to: &$0) })
    }

    /// Posts an error, even if the request has no `id`: otherwise a typo would look like a hang.
    func send(_ error: RequestError, to connection: ClientConnection) {
        connection.post(line: line(error.write))
    }

    /// Posts the error of a request.
    func send(_ error: RequestError, to request: Request, of connection: ClientConnection) {
        var error = error
        error.id = request.id
        send(error, to: connection)
    }

    /// The source of an event that a client causes.
    func source(_ connection: ClientConnection, isFeedback: Bool = false) -> ValueChanged.Source {
        isFeedback
            ? .feedback(connection.client, name: connection.name)
            : .client(connection.client, name: connection.name)
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
