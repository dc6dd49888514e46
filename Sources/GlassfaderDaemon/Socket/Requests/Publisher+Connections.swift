import PanelProtocol

// Requests about connections and the daemon itself.
extension Publisher {
    func greet(_ name: String?, _ request: Request, _ subscriber: Subscriber) {
        subscriber.name = name
        reply(.hello(client: subscriber.client, name: name), to: request, of: subscriber)
    }

    func tellTime(_ request: Request, _ subscriber: Subscriber) {
        let now = loop.now
        reply(
            .ping(time: now, sequence: sequence, uptime: now - started),
            to: request, of: subscriber)
    }

    func tellClients(_ request: Request, _ subscriber: Subscriber) {
        let clients = subscribers.filter { !$0.hasEnded }.map { client in
            ClientInfo(
                client: client.client, name: client.name, process: Int64(client.process),
                user: Int64(client.user), group: Int64(client.group), isReadOnly: false,
                isSubscribed: client.subscription != nil, waitingLines: client.waitingLines)
        }
        reply(.clients(clients), to: request, of: subscriber)
    }

    func dismiss(_ request: Request, _ subscriber: Subscriber) {
        reply(.bye, to: request, of: subscriber)
        subscriber.finish(with: .requested)
    }
}
