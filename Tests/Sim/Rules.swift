import EventLoop
import PanelProtocol

@testable import GlassfaderDaemon
@testable import Panel

/// What rules remember from one step to the next.
struct RuleMemory {
    /// The ranges of the controls, and the panel's generation that they are of.
    var ranges: [String: ClosedRange<Double>] = [:]
    var generation: Int64 = 0
    /// The panel's revision that was checked last.
    var revision: Int64 = -1
    /// The panel's revision before anybody did anything.
    var revisionAtStart: Int64 = 0
    /// Where the events say that controls are.
    var moves = Moves()
    /// The values before the gestures of clients, by number.
    var valuesBefore: [Int64: JSON] = [:]
    /// How many frames were drawn.
    var frames = 0
    /// What changed last, and when.
    var change: (revision: Int64, time: Duration, isUnderFinger: Bool) = (-1, .zero, false)
    /// The revision that was found on the disk.
    var savedRevision: Int64 = -1
    /// When the last lines were written to the log.
    var logTimes: [Duration] = []
    /// How many bytes of the heap were in use before anybody had connected.
    var heap = 0
}

/// What must be so after every step.
extension Simulation {
    func checkAfterStep() throws {
        if let violation = monitor.violation { throw violation }
        try checkBounds()
        try checkFingers()
        try checkHolders()
        try checkSavedInTime()
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
            // After a reload, no event says where a control is.
            memory.moves = Moves()
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
        let subscriber = daemon.server.connections.first { $0.client == conversation.client }
        guard subscriber?.waiting.lines == 0 else { return }
        memory.revision = daemon.panel.revision
        try check(conversation.view, of: "the witness")
        try checkHolders(in: conversation.view, of: "the witness")
    }

    /// The values that a client knows are those of the panel.
    func check(_ view: PanelView, of client: String) throws {
        guard let values = view.values, !view.isOld else { return }
        let truth = self.truth
        for (control, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let present = truth[control], !isUnreported(control) else { continue }
            guard present == value else {
                throw Failure(
                    "a client knows what is so",
                    "\(client) has \(control) at \(value.text), and it is at \(present.text)")
            }
        }
    }

    /// Whether a control has moved, or followed one that a hand moves, and reports it at the
    /// release.
    private func isUnreported(_ name: String) -> Bool {
        guard PanelText.reportsReleases(name), let control = daemon.panel[name] else {
            return false
        }
        return control.isTouched || daemon.panel.links.isMovedByFinger(control)
    }

    /// The values of all controls, as the protocol writes them.
    var truth: [String: JSON] {
        PanelView.values(of: line(of: daemon.server.snapshot))
    }

    /// A snapshot as the protocol writes it.
    func line(of snapshot: Snapshot) -> JSONObject {
        var writer = JSONWriter()
        snapshot.writeResync(reason: "truth", to: &writer)
        return (try? JSON.object(parsing: writer.bytes[...])) ?? JSONObject()
    }

    /// No more fingers hold controls than there are, or were just now.
    func checkFingers() throws {
        let held = daemon.panel.controls.count { $0.isTouched && $0.clientTouch == nil }
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
        for subscriber in daemon.server.connections {
            let waiting = subscriber.waiting
            guard waiting.lines < 3000 else {
                throw Failure(
                    "what waits is bounded", "\(subscriber.client) has \(waiting.lines) lines")
            }
            // The longest answer of all, a picture, and what is said before a pause is noticed.
            guard subscriber.backlog < 1 << 20 else {
                throw Failure(
                    "what waits is bounded", "\(subscriber.client) has \(subscriber.backlog) bytes")
            }
        }
    }

    /// The log is not filled by what goes wrong again and again: so many lines a second.
    func noteLog(at time: Duration) throws {
        memory.logTimes.removeAll { time - $0 >= .seconds(1) }
        memory.logTimes.append(time)
        guard memory.logTimes.count <= Self.mostLogLines else {
            throw Failure("the log is not filled", "\(memory.logTimes.count) lines in a second")
        }
    }

    /// Ten for clients and ten for reloads at once, and what a fault and the end of it come to.
    private static let mostLogLines = 30

    /// What a supervisor may watch for has the ID of its event in the journal, and nothing else
    /// has.
    func checkEvent(of entry: LogEntry) throws {
        let events = entry.fields.filter { $0.name == "MESSAGE_ID" }.map(\.value)
        let expected = Self.events.first { entry.text.contains($0.text) }
        guard events == [expected?.event.rawValue].compactMap(\.self) else {
            throw Failure("an event has its ID", "\(events) with '\(entry.text)'")
        }
    }

    private static let events: [(text: String, event: LogEvent)] = [
        ("showing on ", .displayFound), ("the display is gone: ", .displayLost),
        ("no display: another program has the card", .cardInUse),
        ("no display: ", .displayMissing),
        (" is gone; its touches are cancelled", .touchscreenLost),
        ("perhaps without a finger", .touchscreenSuspect),
        ("all touches are at ", .touchscreenSuspect),
        ("fingers are lost and found again", .touchscreenSuspect),
        ("read panel.toml again: ", .panelFileReloaded),
        ("Error while parsing", .panelFileRejected),
        ("cannot write ", .stateNotSaved), ("the disk is too slow", .stateNotSaved),
        ("the state is saved again", .stateSavedAgain),
        ("; the next save ", .stateDamaged),
        (" has an unreadable state: ", .stateDamaged),
        (" invalid values, first: ", .stateDamaged),
        ("closed c", .clientClosed), ("rejected ", .clientRejected),
    ]
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
