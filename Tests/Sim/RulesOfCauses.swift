import Controls
import PanelProtocol

@testable import GlassfaderDaemon
@testable import Panel

/// Where the events say that controls are, along their travel, since the links were changed last.
struct Moves {
    /// The links of the panel.
    fileprivate var links: [LinkRequest] = []
    /// Where each was last, and in which transaction it came there.
    fileprivate var norms: [String: Double] = [:]
    fileprivate var transactions: [String: Int64] = [:]
    /// How far each went in the last transaction, and in which it had gone before.
    fileprivate var transaction: Int64 = 0
    fileprivate var distances: [String: (way: Double, since: Int64?)] = [:]
}

/// Only what was touched, set, linked or recalled has changed.
extension Simulation {
    /// How far a finger may be from what it has touched, of 1000 across the screen.
    private static let mostDistance = 150.0

    func checkCauses() throws {
        let links = daemon.panel.links.requests
        // What follows may have done so by a link that is not there any more.
        let isSure = links == memory.moves.links
        if !isSure {
            memory.moves = Moves()
            memory.moves.links = links
        }
        // What the others have heard is not needed any more.
        for client in clients where client !== witness { _ = client.takeNews() }
        for news in witness?.takeNews() ?? [] {
            let event = news.event
            guard let control = event["control"]?.string, let source = event["source"]?.object
            else { continue }
            switch source["kind"]?.string {
            case "client", "feedback":
                let client = clients.first { $0.names.contains(source["client"]?.string ?? "") }
                guard client?.hasMentioned(control) ?? false else {
                    throw Failure(
                        "only what was set changes",
                        "\(control) by \(client?.name ?? "nobody"), who has not named it")
                }
                try checkReverting(news, control)
            case "animation":
                guard clients.contains(where: { $0.hasMentioned(control) }) else {
                    throw Failure("only what was set changes", "\(control), which nobody has named")
                }
            case "scene":
                guard clients.contains(where: { $0.hasMentioned(Conversation.recall) }) else {
                    throw Failure("only what was recalled changes", "\(control) by a scene")
                }
            case "touch": try checkTouched(control, event)
            case "link" where isSure: try checkFollowing(event, control, of: source["of"]?.string)
            default: break
            }
            note(event, of: control)
        }
    }

    /// A finger is where a control is touched. It may be anywhere when it lets go of a key.
    private func checkTouched(_ control: String, _ event: JSONObject) throws {
        guard ["began", "set"].contains(event["phase"]?.string),
            let frame = daemon.panel[control]?.view.frameInWindow
        else { return }
        if daemon.panel[control]?.key?.mode == .momentary, event["value"]?.number == 0 { return }
        let window = daemon.panel.window.bounds
        for place in glasses.flatMap(\.latePlaces) {
            let x = Double(place.x) / 1000 * window.width
            let y = Double(place.y) / 1000 * window.height
            let distance = max(
                max(frame.minX - x, x - frame.maxX) / window.width,
                max(frame.minY - y, y - frame.maxY) / window.height)
            if distance * 1000 < Self.mostDistance { return }
        }
        throw Failure("only what was touched changes", "\(control) without a finger on it")
    }

    /// What follows another control goes where their link takes it.
    private func checkFollowing(_ event: JSONObject, _ control: String, of cause: String?) throws {
        let moves = memory.moves
        guard ["changed", "set"].contains(event["phase"]?.string),
            let norm = event["norm"]?.number, let cause, let distance = moves.distances[cause],
            event["txn"]?.integer == moves.transaction,
            let link = moves.links.first(where: {
                $0.mode.hasMeasure && $0.controls.contains(control)
                    && $0.controls.contains(cause)
            }),
            daemon.panel[control]?.isDiscrete == false, daemon.panel[cause]?.isDiscrete == false
        else { return }
        switch link.mode {
        case .vca, .gang: break
        case .absolute:
            guard link.measure == .norm, let goal = moves.norms[cause] else { return }
            guard abs(norm - goal) <= Self.mostRounding else {
                throw Failure(
                    "what follows is where the other is",
                    "\(control) is at \(norm), and \(cause) at \(goal)")
            }
        case .relative:
            // Of a fast movement not every step has an event.
            guard let before = moves.norms[control],
                moves.transactions[control] == distance.since
            else { return }
            let isInside = [norm, before].allSatisfy { (0.001..<0.999).contains($0) }
            try checkWay(
                norm - before, of: control, after: distance.way, of: cause,
                isWhole: link.measure == .norm && isInside)
        }
    }

    /// How far rounding to steps may take what follows from where it should be.
    private static let mostRounding = 0.02

    /// - Parameter isWhole: whether it can go all the way.
    private func checkWay(
        _ way: Double, of control: String, after distance: Double, of cause: String, isWhole: Bool
    ) throws {
        guard way * distance >= -1e-9, !isWhole || abs(way - distance) <= 2 * Self.mostRounding
        else {
            throw Failure(
                "what follows goes the same way",
                "\(control) by \(way), and \(cause) by \(distance)")
        }
    }

    private func note(_ event: JSONObject, of control: String) {
        guard let norm = event["norm"]?.number else { return }
        if let transaction = event["txn"]?.integer, let before = memory.moves.norms[control] {
            if transaction != memory.moves.transaction { memory.moves.distances = [:] }
            memory.moves.transaction = transaction
            let since = memory.moves.transactions[control]
            // A gesture that ends may have moved before.
            memory.moves.distances[control, default: (0, since)].way += norm - before
            memory.moves.transactions[control] = transaction
        }
        memory.moves.norms[control] = norm
    }
}
