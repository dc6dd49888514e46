import PanelProtocol

// Requests for the controls and their values.
extension Publisher {
    func list(_ match: [Glob], _ request: Request, _ subscriber: Subscriber) {
        let names = panel.controls().filter { name in match.contains { $0.matches(name) } }
        reply(
            .list(
                generation: panel.generation(), controls: names.compactMap(panel.info),
                pages: panel.pages()),
            to: request, of: subscriber, after: names)
    }

    func get(
        _ control: String, _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        guard let state = panel.state(control) else { throw unreadable(control) }
        reply(
            .get(control: control, state: state, sequence: sequence),
            to: request, of: subscriber, after: [control])
    }

    func set(
        _ set: SetRequest, _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        let result = try panel.set(
            set, source(subscriber, isFeedback: set.isFeedback), now())
        reply(
            .set(result, sequence: sequence), to: request, of: subscriber, after: [set.control])
    }

    func show(
        _ levels: [MeterLevels], _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        post(levels, from: subscriber)
        do {
            try panel.showLevels(levels, now())
        } catch {
            // Levels come with every frame: a refusal for each would be a stream of its own.
            if request.id != nil { throw error }
        }
        reply(.meters, to: request, of: subscriber)
    }

    private func unreadable(_ control: String) -> Refusal {
        let names = panel.controls()
        return names.contains(control)
            ? Refusal(.badRequest, "\(control) has no value to be read", field: "control")
            : .unknownControl(control, among: names)
    }
}
