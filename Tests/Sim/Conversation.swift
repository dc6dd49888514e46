import PanelProtocol
import _StringProcessing

/// What was said and heard on one connection, checked against the protocol line by line.
struct Conversation {
    /// The requests that have yet to be answered, in their order.
    private(set) var awaited: [Request] = []
    /// What the client knows of the panel.
    private(set) var view = PanelView()
    /// Whether the daemon has greeted.
    private(set) var wasGreeted = false
    /// Whether nothing more that is said counts.
    var isOver: Bool { saidTooMuch || saidFarewell }
    /// Why the daemon is going to end the connection.
    private(set) var reason: String?
    /// Why it ends, in the last line of all.
    private(set) var farewell: String?

    /// Whether what it knows of the panel is not what it is any more: it has been greeted, or there
    /// is another panel file.
    var wantsValues = false
    /// The name that the daemon has for the client.
    private(set) var client: String?
    /// Which controls were named, and whether a scene was recalled.
    private(set) var mentions: Set<String> = []
    /// Which controls were touched, and which of them without waiting for a reply.
    private(set) var touches: Set<String> = []
    private var unansweredTouches: Set<String> = []
    static let recall = "\"recall\""

    private var lastNumber: Int64 = 0
    /// Those without a number may be refused, which is no answer.
    private var saidAnonymously = false
    /// Whether a line was begun that is longer than any may be.
    private var saidTooMuch = false
    /// Whether it has said a whole line.
    private var hasSpoken = false
    /// Whether it has asked for the end.
    private var saidFarewell = false

    /// A request that wants an answer, by its number.
    struct Request {
        let number: Int64
        let line: String
    }

    // MARK: Speaking

    /// Notes a line to be said, and gives it a number in the place of `$`.
    mutating func say(_ line: String) -> String {
        hasSpoken = true
        let names = Set((PanelText.touched + [Self.recall]).filter(line.contains))
        mentions.formUnion(names)
        if Self.isTouch(line) {
            touches.formUnion(names)
            if !line.contains("$"), !line.contains("\"changed\"") {
                unansweredTouches.formUnion(names)
                view.touchUnanswered(names)
            }
        }
        guard line.contains("$") else {
            saidAnonymously = true
            takeLeave(line)
            return line
        }
        lastNumber += 1
        let line = line.replacing("$", with: String(lastNumber))
        awaited.append(Request(number: lastNumber, line: line))
        takeLeave(line)
        return line
    }

    private static func isTouch(_ line: String) -> Bool { line.contains("\"cmd\":\"touch\"") }

    private mutating func takeLeave(_ line: String) {
        guard line.contains("\"bye\"") else { return }
        saidFarewell = true
    }

    /// Notes that a line was begun that is longer than any may be.
    mutating func sayTooMuch() {
        saidAnonymously = true
        saidTooMuch = true
    }

    /// Takes out the events that came since this was asked last.
    mutating func takeNews() -> [PanelView.News] {
        defer { view.news = [] }
        return view.news
    }

    // MARK: Hearing

    /// Takes a line of the daemon.
    mutating func hear(_ bytes: ArraySlice<UInt8>) throws {
        let text = String(decoding: bytes.prefix(300), as: UTF8.self)
        guard let line = try? JSON.object(parsing: bytes) else {
            throw Failure("every line is JSON", text)
        }
        guard farewell == nil else { throw Failure("a farewell is the last line", text) }
        if line["hello"] != nil {
            guard !wasGreeted else { throw Failure("a client is greeted once", text) }
            wasGreeted = true
            wantsValues = true
            client = line["hello"]?.object?["client"]?.string
        } else if let event = line["event"]?.string {
            if event == "bye" {
                farewell = line["reason"]?.string
            } else {
                if event == "configReloaded" { wantsValues = true }
                try view.take(event, line)
            }
        } else if let id = line["id"] {
            try answer(id, line, text)
        } else {
            throw Failure("a line is a greeting, an answer or an event", text)
        }
    }

    private mutating func answer(_ id: JSON, _ line: JSONObject, _ text: String) throws {
        guard let number = id.integer else {
            guard let code = line["error"]?.object?["code"]?.string else {
                throw Failure("what has no number is not answered", text)
            }
            // The panel has no room for this client, and says so.
            if code == "busy" { reason = code }
            guard saidAnonymously || code == "busy" || code == "too-large" else {
                throw Failure("only what was said is refused", text)
            }
            return
        }
        guard let request = awaited.first, request.number == number else {
            throw Failure(
                "requests are answered in order",
                "\(text) while \(awaited.first?.line ?? "nothing") waits")
        }
        awaited.removeFirst()
        guard (line["ok"] == nil) != (line["error"] == nil) else {
            throw Failure("an answer is ok or error", text)
        }
        if line["error"]?.object?["code"]?.string == "internal" {
            throw Failure("the panel is never at fault", "\(text) for \(request.line)")
        }
        if let ok = line["ok"]?.object, request.line.contains("\"subscribe\"") {
            try view.begin(ok, as: request.line, of: client)
            view.touchUnanswered(unansweredTouches)
        }
        if let ok = line["ok"]?.object, Self.isTouch(request.line) {
            try take(ok, ofTouch: request.line)
        }
        if line["ok"] != nil, request.line.contains("\"unsubscribe\"") { view = PanelView() }
    }

    /// Takes the reply to a touch: each control has a result.
    private mutating func take(_ ok: JSONObject, ofTouch line: String) throws {
        let request = try? JSON.object(parsing: Array(line.utf8)[...])
        guard let phase = request?["phase"]?.string, let controls = request?["controls"]?.object,
            let results = ok["results"]?.object
        else { throw Failure("a touch has results", line) }
        for control in controls.members.map(\.key) {
            guard let result = results[control]?.object,
                let isApplied = result["applied"]?.boolean,
                isApplied == (result["reason"] == nil)
            else { throw Failure("each control of a touch has a result", "\(control) in \(line)") }
        }
        try view.take(results, ofTouch: phase)
    }

    /// Notes that the daemon has closed the connection. No script goes on for so long that a client
    /// can be slow for 30 s.
    mutating func end() throws {
        let isDeserved =
            switch farewell {
            case "requested": saidFarewell
            case "too-large": saidTooMuch
            case "silent": !hasSpoken
            case nil, "shutdown": true
            default: false
            }
        guard isDeserved else {
            throw Failure("no connection ends without a cause", farewell ?? "")
        }
        if farewell == nil, reason == nil, let request = awaited.first {
            throw Failure(
                "every request is answered, or the connection ends with a reason",
                "it ended without, and \(request.line) was not answered")
        }
    }
}
