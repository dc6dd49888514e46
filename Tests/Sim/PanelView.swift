import PanelProtocol
import _StringProcessing

/// What a client knows of the panel from the events that it has received.
struct PanelView {
    /// The values it has received, by control; nil without a subscription.
    private(set) var values: [String: JSON]?
    /// The gestures that it knows to go on, by control and number.
    private(set) var gestures: Set<Gesture> = []
    /// The number of the last event of each control.
    private var sequences: [String: Int64] = [:]
    /// Whether another panel file has come into effect since.
    private(set) var isOld = false
    /// The events that the rules have yet to look at.
    var news: [News] = []
    /// Who holds what.
    private(set) var holders = Holders()
    /// Those that it knows to be over.
    private var over: Set<Gesture> = []
    /// The first gesture of each control of which it heard the beginning; older ones had begun
    /// before.
    private var firsts: [String: Int64] = [:]
    /// Whether it receives every event that changes values.
    private(set) var isComplete = false
    /// Whether it receives every part of a gesture.
    private(set) var seesGestures = false

    struct Gesture: Hashable {
        let control: String
        let number: Int64
    }

    /// An event that changes a value.
    struct News {
        let event: JSONObject
        /// The value before it.
        let before: JSON?
    }

    /// Begins again with the values of a subscription, for the client with this name.
    mutating func begin(_ ok: JSONObject, as request: String, of client: String?) throws {
        self = PanelView()
        values = Self.values(of: ok)
        isComplete =
            request.contains("\"echo\":true") && !request.contains("\"events\"")
            && !request.contains("\"phases\"")
        seesGestures = !request.contains("\"events\"") && !request.contains("\"phases\"")
        holders = Holders(
            seesGestures ? Self.holders(in: ok) : [:], for: client,
            echoes: request.contains("\"echo\":true"))
    }

    /// The values of a line that has a snapshot.
    static func values(of line: JSONObject) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for member in line["snapshot"]?.object?.members ?? [] {
            values[member.key] = member.value.object?["value"]
        }
        return values
    }

    /// Who holds the controls in a line that has a snapshot.
    static func holders(in line: JSONObject) -> [String: JSONObject] {
        var holders: [String: JSONObject] = [:]
        for member in line["snapshot"]?.object?.members ?? [] {
            holders[member.key] = member.value.object?["held"]?.object
        }
        return holders
    }

    /// Takes an event.
    mutating func take(_ event: String, _ line: JSONObject) throws {
        guard values != nil else {
            // What was on its way when a subscription ended.
            return
        }
        switch event {
        case "resync":
            values = Self.values(of: line)
            isOld = false
            // What goes on, or has ended meanwhile, is not known any more.
            (gestures, over, firsts) = ([], [], [:])
            holders.begin(seesGestures ? Self.holders(in: line) : [:])
        case "configReloaded": isOld = true
        case "valueChanged":
            let before = line["control"]?.string.flatMap { values?[$0] }
            try change(line)
            news.append(News(event: line, before: before))
        case "effectiveChanged": try note(line)
        default: break
        }
    }

    /// Notes an event of a control.
    @discardableResult
    private mutating func note(_ line: JSONObject) throws -> String {
        guard let control = line["control"]?.string, let sequence = line["seq"]?.integer
        else { throw Failure("an event says what changed", "\(line)") }
        guard sequence > sequences[control] ?? 0 else {
            throw Failure(
                "the events of a control come in order",
                "\(control): \(sequence) after \(sequences[control] ?? 0)")
        }
        sequences[control] = sequence
        return control
    }

    private mutating func change(_ line: JSONObject) throws {
        let control = try note(line)
        guard let value = line["value"], let phase = line["phase"]?.string
        else { throw Failure("an event says what changed", "\(line)") }
        values?[control] = value
        try holders.take(line, control, seesGestures: seesGestures)
        // The beginning of its own gesture has no event.
        if holders.isUnwanted(line) { return }
        try follow(control, phase, line["gesture"]?.integer)
    }

    /// Takes the reply to a touch of the client itself.
    mutating func take(_ results: JSONObject, ofTouch phase: String) throws {
        guard seesGestures else { return }
        for result in results.members where values?[result.key] != nil {
            try holders.take(result.value.object ?? JSONObject(), result.key, phase)
        }
    }

    /// Notes that the client touches controls without waiting for a reply.
    mutating func touchUnanswered(_ controls: Set<String>) {
        holders.touchUnanswered(controls)
    }

    /// Checks that began, changed and ended are well nested.
    private mutating func follow(_ control: String, _ phase: String, _ number: Int64?) throws {
        guard let number, seesGestures else { return }
        let gesture = Gesture(control: control, number: number)
        let text = "\(control): gesture \(number) has \(phase)"
        // A control that is linked again in the middle of a gesture takes part in it again.
        if phase == "began" { over.remove(gesture) }
        guard !over.contains(gesture) else { throw Failure("a gesture ends once", text) }
        let first = firsts[control] ?? .max
        switch phase {
        case "began":
            firsts[control] = min(first, number)
            guard gestures.insert(gesture).inserted else {
                throw Failure("a gesture begins once", text)
            }
        case "changed":
            guard number < first || gestures.contains(gesture) else {
                throw Failure("a gesture begins before it changes", text)
            }
        case "ended", "cancelled":
            over.insert(gesture)
            guard gestures.remove(gesture) != nil || number < first else {
                throw Failure("a gesture begins before it ends", text)
            }
        default:
            throw Failure("a gesture has phases", text)
        }
    }
}
