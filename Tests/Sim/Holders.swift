import PanelProtocol

/// Who holds which control, as a client knows it: from a snapshot, from the events after it, and
/// from the replies to its own touches.
struct Holders {
    /// What the daemon calls the client.
    private let client: String?
    /// Whether the client receives events of its own changes.
    private let echoes: Bool
    /// The gestures that go on, by control.
    private var gestures: [String: [Gesture]] = [:]
    /// The controls that several fingers may have held before the snapshot, which names one.
    private var underFingers: Set<String> = []
    /// The controls that the client has touched without waiting for a reply.
    private var unanswered: Set<String> = []
    /// The touches that the client has lost without an event, by control. Only a snapshot that
    /// follows explains it: events were lost.
    private(set) var unexplained: [String: String] = [:]

    private enum Holder: Equatable {
        case finger(slot: Int64?)
        case client(String?)

        init?(_ source: JSONObject) {
            switch source["kind"]?.string {
            case "touch": self = .finger(slot: source["slot"]?.integer)
            case "client": self = .client(source["client"]?.string)
            default: return nil
            }
        }

        var isClient: Bool { if case .client = self { true } else { false } }
    }

    private struct Gesture: Equatable {
        /// Nil for one that had begun before the snapshot.
        var number: Int64?
        let holder: Holder
    }

    /// A client that knows of nobody.
    init() { (client, echoes) = (nil, false) }

    /// Who holds what by a snapshot, for the client with this name.
    init(_ snapshot: [String: JSONObject], for client: String?, echoes: Bool) {
        (self.client, self.echoes) = (client, echoes)
        for (control, source) in snapshot where !PanelText.isKey(control) {
            guard let holder = Holder(source) else { continue }
            gestures[control] = [Gesture(number: nil, holder: holder)]
            if !holder.isClient { underFingers.insert(control) }
        }
    }

    /// Begins again with another snapshot.
    mutating func begin(_ snapshot: [String: JSONObject]) {
        let before = unanswered
        self = Holders(snapshot, for: client, echoes: echoes)
        touchUnanswered(before)
    }

    /// Who holds each control: a client by its name, or "a finger".
    var names: [String: String] {
        gestures.compactMapValues { gestures in
            gestures.first.map {
                if case .client(let client) = $0.holder { client ?? "" } else { "a finger" }
            }
        }
    }

    /// The same of a snapshot of the daemon.
    static func names(in snapshot: [String: JSONObject]) -> [String: String] {
        Holders(snapshot, for: nil, echoes: true).names
    }

    /// Whether the client cannot know who holds a control.
    func isUnsure(_ control: String) -> Bool {
        underFingers.contains(control) || !echoes && unanswered.contains(control)
    }

    private func isOwn(_ gesture: Gesture) -> Bool { gesture.holder == .client(client) }

    // MARK: Events

    /// Whether an event is of the client itself, which wants to hear nothing of it.
    func isUnwanted(_ event: JSONObject) -> Bool {
        guard let client, !echoes else { return false }
        return event["source"]?.object?["client"]?.string == client
    }

    /// Takes an event of a control.
    ///
    /// - Parameter seesGestures: Whether the client receives every part of a gesture.
    mutating func take(_ event: JSONObject, _ control: String, seesGestures: Bool) throws {
        let phase = event["phase"]?.string ?? ""
        func text() -> String { "\(control): \(phase) by \(event["source"]?.text ?? "nobody")" }
        if isUnwanted(event), event["reason"] == nil || !["cancelled", "set"].contains(phase) {
            throw Failure("a client hears of its own only what it has not done", text())
        }
        guard seesGestures, let source = event["source"]?.object else { return }
        try checkWaiting(source, control, phase, text)
        guard let number = event["gesture"]?.integer, let holder = Holder(source) else { return }
        let gesture = Gesture(number: number, holder: holder)
        if phase == "began" { return try begin(gesture, on: control, text) }
        guard let index = index(of: gesture, on: control) else {
            guard isUnsure(control) else { throw Failure("a holder moves a control", text()) }
            return
        }
        gestures[control]?[index].number = number
        if phase != "changed" { remove(gesture, from: control) }
    }

    /// What a client holds waits for nobody else: only links and the client itself move it.
    private func checkWaiting(
        _ source: JSONObject, _ control: String, _ phase: String, _ text: () -> String
    ) throws {
        // What waits for the end of its own touch comes before the reply to it.
        guard let holder = gestures[control]?.first?.holder, holder.isClient, !isUnsure(control),
            echoes || holder != .client(client),
            control != PanelText.opened, ["began", "changed", "set"].contains(phase),
            !["touch", "link"].contains(source["kind"]?.string)
        else { return }
        guard .client(source["client"]?.string) == holder else {
            throw Failure("what a client holds waits", text())
        }
    }

    private mutating func begin(_ gesture: Gesture, on control: String, _ text: () -> String) throws
    {
        if gesture.holder.isClient { underFingers.remove(control) }
        let others = (gestures[control] ?? []).filter { $0 != gesture }
        let isAlone = others.allSatisfy { !$0.holder.isClient && !gesture.holder.isClient }
        guard isAlone || isUnsure(control) else {
            throw Failure("a client shares a control with nobody", text())
        }
        gestures[control] = others + [gesture]
    }

    private func index(of gesture: Gesture, on control: String) -> Int? {
        gestures[control]?.firstIndex {
            $0 == gesture || $0.number == nil && $0.holder == gesture.holder
        }
    }

    private mutating func remove(_ gesture: Gesture, from control: String) {
        guard let index = index(of: gesture, on: control) else { return }
        gestures[control]?.remove(at: index)
        if gestures[control]?.isEmpty ?? false { gestures[control] = nil }
    }

    // MARK: Own touches

    /// Notes that the client touches controls without waiting for a reply.
    mutating func touchUnanswered(_ controls: Set<String>) {
        unanswered.formUnion(controls)
        for control in controls where !echoes {
            if let own = gestures[control]?.first(where: isOwn) { remove(own, from: control) }
        }
    }

    /// Takes the result of a touch of the client, which has no events of it.
    mutating func take(_ result: JSONObject, _ control: String, _ phase: String) throws {
        guard !echoes, !isUnsure(control), !PanelText.isKey(control) else { return }
        let own = gestures[control]?.first(where: isOwn)
        let number = result["gesture"]?.integer
        let text = "\(control) at \(phase)"
        switch (phase, result["reason"]?.string) {
        case ("began", nil):
            guard let number else { throw Failure("a touch has a number", text) }
            let gesture = Gesture(number: number, holder: .client(client))
            let others = (gestures[control] ?? []).filter { !isOwn($0) }
            if !others.isEmpty || own?.number.map({ $0 != number }) ?? false {
                unexplained[control] = "\(text), which it or another had held"
            }
            gestures[control] = [gesture]
        case ("began", "touched"):
            guard Holder(result["by"]?.object ?? JSONObject()) != .client(client) else {
                throw Failure("no client is in its own way", text)
            }
        case (_, "not-held"):
            guard let own else { return }
            unexplained[control] = "\(text), which it held"
            remove(own, from: control)
        case (_, nil):
            guard let own else { throw Failure("a client moves what it holds", text) }
            if phase != "changed" { remove(own, from: control) }
        default: break
        }
    }
}
