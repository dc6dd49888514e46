import PanelProtocol

// Requests about connections and the daemon itself.
extension PanelServer {
    func greet(_ name: String?, _ request: Request, _ connection: ClientConnection) {
        connection.name = name ?? connection.name
        showClients()
        reply(.hello(client: connection.client, name: connection.name), to: request, of: connection)
    }

    func ping(_ request: Request, _ connection: ClientConnection) {
        let time = now()
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

    func disconnect(_ request: Request, _ connection: ClientConnection) {
        reply(.bye, to: request, of: connection)
        connection.finish(with: .requested)
    }
}
