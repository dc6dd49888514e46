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
        if request.command.changesPanel { panel.window.noteTime(now()) }
        switch request.command {
        case .hello(let name): greet(name, request, connection)
        case .list(let match): list(match, request, connection)
        case .get(let control): try get(control, request, connection)
        case .set(let set): try self.set(set, request, connection)
        case .meters(let levels): try show(levels, request, connection)
        case .plot(let points): try show(points, request, connection)
        case .subscribe(let subscription): subscribe(subscription, request, connection)
        case .unsubscribe: try unsubscribe(request, connection)
        case .screenshot(let offset): try sendPicture(from: offset, request, connection)
        case .clients: listClients(request, connection)
        case .version: reply(.version(version), to: request, of: connection)
        case .ping: ping(request, connection)
        case .bye: disconnect(request, connection)
        case .reload: reload(request, connection)
        case .batch, .touch, .link, .unlink, .page, .spill, .lock, .scene, .history, .style,
            .accessibility, .display:
            try change(request, connection)
        }
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
