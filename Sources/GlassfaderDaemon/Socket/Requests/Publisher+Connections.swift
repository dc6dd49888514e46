import PanelProtocol

// Requests about connections and the daemon itself.
extension Publisher {
    func greet(_ name: String?, _ request: Request, _ subscriber: Subscriber) {
        subscriber.name = name
        reply(.hello(client: subscriber.client, name: name), to: request, of: subscriber)
    }

    func tellTime(_ request: Request, _ subscriber: Subscriber) {
        let time = now()
        reply(
            .ping(time: time, sequence: sequence, uptime: time - started),
            to: request, of: subscriber)
    }

    func tellClients(_ request: Request, _ subscriber: Subscriber) {
        let clients = subscribers.filter { !$0.hasEnded }.map { client in
            ClientInfo(
                client: client.client, name: client.name,
                process: Int64(client.credentials.process),
                user: Int64(client.credentials.user), group: Int64(client.credentials.group),
                isReadOnly: client.isMonitor,
                isSubscribed: client.subscription != nil, waitingLines: client.waiting.lines)
        }
        reply(.clients(clients), to: request, of: subscriber)
    }

    func dismiss(_ request: Request, _ subscriber: Subscriber) {
        reply(.bye, to: request, of: subscriber)
        subscriber.finish(with: .requested)
    }
}
