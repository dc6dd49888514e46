import PanelProtocol

// What clients ask for, and the answers.
extension Publisher {
    /// Does what a client asks for, and answers.
    func answer(_ request: Result<Request, Refusal>, from subscriber: Subscriber) {
        do {
            let request = try request.get()
            do {
                try perform(request, for: subscriber)
            } catch {
                refuse(error, to: request, of: subscriber)
            }
        } catch {
            refuse(error, to: subscriber)
        }
    }

    private func perform(_ request: Request, for subscriber: Subscriber) throws(Refusal) {
        guard !request.command.changesPanel || !subscriber.isMonitor else {
            throw Refusal(.readOnly, "this socket is for looking only", field: "cmd")
        }
        switch request.command {
        case .hello(let name): greet(name, request, subscriber)
        case .list(let match): list(match, request, subscriber)
        case .get(let control): try get(control, request, subscriber)
        case .set(let set): try self.set(set, request, subscriber)
        case .meters(let levels): try show(levels, request, subscriber)
        case .subscribe(let subscription): subscribe(subscription, request, subscriber)
        case .unsubscribe: try unsubscribe(request, subscriber)
        case .screenshot(let offset): try sendPicture(from: offset, request, subscriber)
        case .clients: tellClients(request, subscriber)
        case .version: reply(.version(version), to: request, of: subscriber)
        case .ping: tellTime(request, subscriber)
        case .bye: dismiss(request, subscriber)
        case .reload: reload(request, subscriber)
        case .batch, .link, .unlink, .page, .lock, .scene, .style, .display:
            try change(request, subscriber)
        }
    }

    /// Posts a reply, if one is wanted, behind the movements of the controls that it tells of.
    func reply(
        _ reply: Reply, to request: Request, of subscriber: Subscriber,
        after controls: [String] = []
    ) {
        guard let id = request.id else { return }
        for control in controls { subscriber.hasten(control) }
        subscriber.post(line: line { reply.write(id: id, to: &$0) })
    }

    /// Refusals are sent even where no reply is wanted: a typo should not look like a hang.
    func refuse(_ refusal: Refusal, to subscriber: Subscriber) {
        subscriber.post(line: line(refusal.write))
    }

    /// Refuses a request.
    func refuse(_ refusal: Refusal, to request: Request, of subscriber: Subscriber) {
        var refusal = refusal
        refusal.id = request.id
        refuse(refusal, to: subscriber)
    }

    /// A client as the cause of an event.
    func source(_ subscriber: Subscriber, isFeedback: Bool = false) -> ValueChanged.Source {
        isFeedback
            ? .feedback(subscriber.client, name: subscriber.name)
            : .client(subscriber.client, name: subscriber.name)
    }
}
