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
    var news: [JSONObject] = []
    /// Those that it knows to be over.
    private var over: Set<Gesture> = []
    /// The first gesture of each control of which it heard the beginning; older ones had begun
    /// before.
    private var firsts: [String: Int64] = [:]
    /// Whether it receives every event that changes values.
    private(set) var isComplete = false
    /// Whether it receives every part of a gesture.
    private var seesGestures = false

    struct Gesture: Hashable {
        let control: String
        let number: Int64
    }

    /// Begins again with the values of a subscription.
    mutating func begin(_ ok: JSONObject, as request: String) throws {
        self = PanelView()
        values = Self.values(of: ok)
        isComplete =
            request.contains("\"echo\":true") && !request.contains("\"events\"")
            && !request.contains("\"phases\"")
        seesGestures = !request.contains("\"events\"") && !request.contains("\"phases\"")
    }

    /// The values of a line that has a snapshot.
    static func values(of line: JSONObject) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for member in line["snapshot"]?.object?.members ?? [] {
            values[member.key] = member.value.object?["value"]
        }
        return values
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
        case "configReloaded": isOld = true
        case "valueChanged":
            try change(line)
            news.append(line)
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
        try follow(control, phase, line["gesture"]?.integer)
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
