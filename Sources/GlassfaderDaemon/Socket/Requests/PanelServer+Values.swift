import Panel
import PanelProtocol

// Requests for the controls and their values.
extension PanelServer {
    /// How many controls are listed in one piece.
    static var mostListedAtOnce: Int { 64 }

    /// Lists strips and controls, in pieces over several turns if there are many. Each piece has
    /// the values of the time at which it is written. Events of later changes follow the reply.
    func list(_ match: [Glob], _ request: Request, _ connection: ClientConnection) {
        guard let id = request.id else { return }
        panel.layOutAllIfNeeded()
        let names = panel.controls.map(\.id).filter(match.matches)
        let strips = panel.strips(matching: match)
        guard names.count + strips.count > Self.mostListedAtOnce else {
            return reply(
                .list(
                    generation: panel.generation, controls: names.compactMap { panel[$0]?.info },
                    pages: panel.pageNames, bridges: panel.description.bridges, strips: strips),
                to: request, of: connection, after: names)
        }
        for name in names { connection.releaseMovements(of: name) }
        var list = ListReply(
            id: id, generation: panel.generation, pages: panel.pageNames,
            bridges: panel.description.bridges)
        var (remainingStrips, remaining) = (strips[...], names[...])
        connection.reply(inPieces: { [unowned self] in
            if !remainingStrips.isEmpty {
                let piece = remainingStrips.prefix(Self.mostListedAtOnce)
                remainingStrips = remainingStrips.dropFirst(piece.count)
                return list.next(Array(piece))
            }
            guard !remaining.isEmpty else { return list.end() }
            let piece = remaining.prefix(Self.mostListedAtOnce)
            remaining = remaining.dropFirst(piece.count)
            return list.next(piece.compactMap { panel[$0]?.info })
        })
    }

    func get(
        _ control: String, _ request: Request, _ connection: ClientConnection
    ) throws(RequestError) {
        guard let state = panel[control]?.state else { throw unreadable(control) }
        reply(
            .get(control: control, state: state, sequence: sequence),
            to: request, of: connection, after: [control])
    }

    func set(
        _ set: SetRequest, _ request: Request, _ connection: ClientConnection
    ) throws(RequestError) {
        let result = try panel.apply(
            set, from: source(connection, isFeedback: set.isFeedback), at: loop.now)
        reply(
            .set(result, sequence: sequence), to: request, of: connection, after: [set.control])
    }

    func show(
        _ data: [some MeasuredData], _ request: Request, _ connection: ClientConnection
    ) throws(RequestError) {
        post(data, from: connection)
        // Levels and points come many times a second: an error for each would flood the client.
        let isAnswered = request.id != nil
        do {
            try panel.show(data, namesSimilar: isAnswered, at: loop.now)
        } catch {
            if isAnswered { throw error }
        }
        reply(.shown, to: request, of: connection)
    }

    private func unreadable(_ control: String) -> RequestError {
        let names = panel.controls.map(\.id)
        return names.contains(control)
            ? RequestError(
                .badRequest, "\(control) has no value that can be read", field: "control")
            : .unknownControl(control, among: names)
    }
}
