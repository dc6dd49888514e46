import PanelProtocol

// Requests about connections and the daemon itself.
extension PanelServer {
    func greet(_ name: String?, _ request: Request, _ connection: ClientConnection) {
        connection.name = name ?? connection.name
        showClients()
        reply(.hello(client: connection.client, name: connection.name), to: request, of: connection)
    }

    func ping(_ request: Request, _ connection: ClientConnection) {
        let time = loop.now
        reply(
            .ping(time: time, sequence: sequence, uptime: time - started),
            to: request, of: connection)
    }

    func listClients(_ request: Request, _ connection: ClientConnection) {
        let clients = connections.filter { !$0.hasEnded }.map { client in
            ClientInfo(
                client: client.client, name: client.name,
                process: Int64(client.credentials.process),
                user: Int64(client.credentials.user), group: Int64(client.credentials.group),
                isReadOnly: client.isMonitor,
                isSubscribed: client.subscription != nil, waitingLines: client.waiting.lines)
        }
        reply(.clients(clients), to: request, of: connection)
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

    func disconnect(_ request: Request, _ connection: ClientConnection) {
        reply(.bye, to: request, of: connection)
        connection.closeAfterSending(.requested)
    }
}
