import Drawing
import Panel
import PanelProtocol

@testable import GlassfaderDaemon

/// What rules remember from one step to the next.
struct RuleMemory {
    /// The ranges of the controls, and the panel's generation that they are of.
    var ranges: [String: ClosedRange<Double>] = [:]
    var generation: Int64 = 0
    /// The panel's revision that was checked last.
    var revision: Int64 = -1
    /// The panel's revision before anybody did anything.
    var revisionAtStart: Int64 = 0
    /// How far along its travel each control was told to be last.
    var norms: [String: Double] = [:]
    /// How far each control was set in the last transaction.
    var transaction: Int64 = 0
    var moves: [String: Double] = [:]
    /// How many steps there were.
    var steps = 0
}

/// What must be so after every step.
extension Simulation {
    func checkAfterStep() throws {
        memory.steps += 1
        if let violation = monitor.violation { throw violation }
        try checkBounds()
        try checkFingers()
        try checkCauses()
        if memory.steps % 10 == 0 { try checkPicture() }
        // Whatever changes a value changes the revision, which is much cheaper to look at.
        guard daemon.panel.revision != memory.revision else { return }
        try checkValues()
        try checkWitness()
    }

    /// Every value is finite, and within the range of its control.
    func checkValues() throws {
        for control in daemon.panel.controls {
            guard let value = control.state?.value else { continue }
            for number in value.numbers where !number.isFinite {
                throw Failure("values are finite", "\(control.id) has \(number)")
            }
            guard let number = value.number, let range = range(of: control) else { continue }
            guard (range.lowerBound - 1e-9...range.upperBound + 1e-9).contains(number) else {
                throw Failure("values are in range", "\(control.id) has \(number) of \(range)")
            }
        }
    }

    private func range(of control: PanelControl) -> ClosedRange<Double>? {
        if memory.generation != daemon.panel.generation {
            memory.generation = daemon.panel.generation
            // Where a control is after a reload, nobody is told.
            (memory.norms, memory.moves) = ([:], [:])
            for control in daemon.panel.controls {
                let info = control.info
                guard let least = info.minimum, let most = info.maximum else { continue }
                memory.ranges[control.id] = least...most
            }
        }
        return memory.ranges[control.id]
    }

    /// A client that hears everything knows what is so: nothing changes in silence.
    func checkWitness() throws {
        guard let conversation = witness?.conversation else { return }
        // A movement may be held back by the rate.
        let subscriber = daemon.publisher.subscribers.first { $0.client == conversation.client }
        guard subscriber?.waiting.lines == 0 else { return }
        memory.revision = daemon.panel.revision
        try check(conversation.view, of: "the witness")
    }

    /// The values that a client knows are those of the panel.
    func check(_ view: PanelView, of client: String) throws {
        guard let values = view.values, !view.isOld else { return }
        let truth = self.truth
        for (control, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let present = truth[control] else { continue }
            guard present == value else {
                throw Failure(
                    "a client knows what is so",
                    "\(client) has \(control) at \(value.text), and it is at \(present.text)")
            }
        }
    }

    /// The values of all controls, as the protocol writes them.
    var truth: [String: JSON] {
        var writer = JSONWriter()
        daemon.publisher.snapshot.writeResync(reason: "truth", to: &writer)
        guard let line = try? JSON.object(parsing: writer.bytes[...]) else { return [:] }
        return PanelView.values(of: line)
    }

    /// Only what was touched, set, linked or recalled has changed.
    func checkCauses() throws {
        for event in witness?.takeNews() ?? [] {
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
            case "touch":
                guard glasses.contains(where: { $0.lastTouch != nil }) else {
                    throw Failure("only what was touched changes", "\(control) without a finger")
                }
            case "link": try checkFollowing(event, control, of: source["of"]?.string)
            default: break
            }
            note(event, of: control)
        }
    }

    /// What follows another control goes where that went.
    private func checkFollowing(_ event: JSONObject, _ control: String, of cause: String?) throws {
        guard let transaction = event["txn"]?.integer, let norm = event["norm"]?.number,
            transaction == memory.transaction, let before = memory.norms[control], let cause,
            let distance = memory.moves[cause]
        else { return }
        guard (norm - before) * distance >= -1e-9 else {
            throw Failure(
                "what follows goes the same way",
                "\(control) by \(norm - before), and \(cause) by \(distance)")
        }
    }

    private func note(_ event: JSONObject, of control: String) {
        guard let norm = event["norm"]?.number else { return }
        if let transaction = event["txn"]?.integer, event["phase"]?.string == "set",
            event["source"]?.object?["kind"]?.string == "client",
            let before = memory.norms[control]
        {
            if transaction != memory.transaction { memory.moves = [:] }
            memory.transaction = transaction
            memory.moves[control] = norm - before
        }
        memory.norms[control] = norm
    }

    /// No more fingers hold controls than there are, or were just now.
    func checkFingers() throws {
        let held = daemon.panel.controls.count(where: \.isTouched)
        guard held > 0 else { return }
        let fingers = glasses.reduce(0) { $0 + $1.fingersOfLate }
        guard held <= fingers else {
            throw Failure("no finger is left over", "\(held) controls held by \(fingers) fingers")
        }
    }

    /// Nobody has more work done in one turn than others can wait for: 64 requests are answered.
    func checkTurn(_ turn: Turn, after before: Turn) throws {
        guard countsWork, turn.replies.count == before.replies.count else { return }
        for (index, count) in turn.replies.enumerated() {
            let work = count - before.replies[index]
            guard work <= Turn.mostWork else {
                throw Failure("a turn has its budget", "\(work) answers of one client in a turn")
            }
        }
    }

    /// What waits for a client is bounded.
    func checkBounds() throws {
        for subscriber in daemon.publisher.subscribers {
            let waiting = subscriber.waiting
            guard waiting.lines < 3000 else {
                throw Failure(
                    "what waits is bounded", "\(subscriber.client) has \(waiting.lines) lines")
            }
        }
    }

    /// The screen shows what a picture shows that is drawn from nothing.
    func checkPicture() throws {
        guard let screen = daemon.screen, screen.isShown, screen.isSettled,
            !screen.isFrameOnItsWay, monitor.fault == .none, monitor.isPlugged,
            !daemon.lighting.isBlank, !daemon.panel.window.needsFrame,
            let display = monitor.display
        else { return }
        let bounds = display.bounds
        let picture = Bitmap(width: bounds.width, height: bounds.height, format: .xrgb32)
        daemon.panel.window.draw(Region(bounds), into: picture)
        if let (x, y) = display.difference(from: picture) {
            throw Failure("the picture is that of a full redraw", "another pixel at \(x), \(y)")
        }
        guard display.hasWholeMargins else {
            throw Failure("nothing is written beside the pixels", "the margin has changed")
        }
    }
}

extension JSON {
    /// The value for people.
    var text: String {
        switch self {
        case .string(let text): text
        case .object(let object):
            object.members.map { "\($0.key) \($0.value.text)" }.joined(separator: ", ")
        default: number.map { "\($0)" } ?? "\(self)"
        }
    }
}

extension ControlValue {
    /// All numbers in it.
    var numbers: [Double] {
        switch self {
        case .number(let number): [number]
        case .parts(let parts): parts.map(\.value)
        case .text: []
        }
    }
}
