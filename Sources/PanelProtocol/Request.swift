/// One line from a client.
///
/// Unknown keys are ignored, so that newer clients can be served. All else is strict: what is
/// there has the right type and range, or the refusal names the field.
package struct Request: Equatable, Sendable {
    /// What is asked for.
    package enum Command: Equatable, Sendable {
        /// The client says its name.
        case hello(name: String?)
        /// All about the controls that match.
        case list(match: [Glob])
        /// The value of a control.
        case get(control: String)
        /// To give a control a value.
        case set(SetRequest)
        /// To show levels on meters.
        case meters([MeterLevels])
        /// To be told of events.
        case subscribe(Subscription)
        /// A sign of life.
        case ping
    }

    /// The commands that this version knows.
    package static let commands = ["hello", "list", "get", "set", "meters", "subscribe", "ping"]

    /// By which the client recognises the reply; nil if it wants none.
    package var id: RequestID?
    /// What is asked for.
    package var command: Command

    /// Makes a request.
    package init(id: RequestID?, command: Command) {
        self.id = id
        self.command = command
    }

    /// Reads a line; `number` is its place in the stream, for the message of an error.
    ///
    /// A refusal carries the `id`, if one could be read.
    package init(line: ArraySlice<UInt8>, number: Int) throws(Refusal) {
        let object: JSONObject
        do {
            object = try JSON.object(parsing: line)
        } catch {
            let place = error.column.map { "line \(number), column \($0)" } ?? "line \(number)"
            throw Refusal(.parse, "\(place): \(error.message)")
        }

        if let id = object["id"] {
            guard let id = RequestID(id) else {
                throw Refusal(
                    .badRequest,
                    "id: a number, or a string of at most \(RequestID.longestString) bytes, "
                        + "is wanted", field: "id")
            }
            self.id = id
        }
        do {
            command = try Command(Fields(object))
        } catch {
            var refusal = error
            refusal.id = id
            throw refusal
        }
    }
}

extension Request.Command {
    fileprivate init(_ fields: Fields) throws(Refusal) {
        let command = try fields.requiredString("cmd")
        switch command {
        case "hello":
            try self.init(hello: fields)
        case "list":
            self = .list(match: try fields.globs("match") ?? [Glob("*")])
        case "get":
            self = .get(control: try fields.requiredString("control"))
        case "set":
            self = .set(try SetRequest(fields))
        case "meters":
            self = .meters(try fields.levels("v"))
        case "subscribe":
            self = .subscribe(try Subscription(fields))
        case "ping":
            self = .ping
        default:
            throw Refusal(
                .unknownCommand, "no command '\(Refusal.shortened(command))'",
                near: Suggestions.near(command, in: Request.commands))
        }
    }

    private init(hello fields: Fields) throws(Refusal) {
        if let version = try fields.number("protocol"), version != Double(Hello.protocolVersion) {
            throw Refusal(
                .unsupportedProtocol, "protocol \(Hello.protocolVersion) is spoken here",
                field: "protocol")
        }
        let name = try fields.string("name")
        if let name, name.isEmpty || name.utf8.count > 64 {
            throw Refusal(.badRequest, "name: 1 to 64 bytes are wanted", field: "name")
        }
        self = .hello(name: name)
    }
}

extension SetRequest {
    fileprivate init(_ fields: Fields) throws(Refusal) {
        control = try fields.requiredString("control")

        var changes: [Change] = []
        if let value = try fields.controlValue("value") { changes.append(.value(value)) }
        if let value = try fields.controlValue("norm") { changes.append(.norm(value)) }
        if let value = try fields.controlValue("delta") { changes.append(.delta(value)) }
        if let value = try fields.controlValue("delta_norm") { changes.append(.deltaNorm(value)) }
        guard let change = changes.first, changes.count == 1 else {
            throw Refusal(
                .badRequest, "exactly one of value, norm, delta and delta_norm is wanted",
                field: "value")
        }
        self.change = change

        isFeedback = try fields.boolean("feedback") ?? false
        if let milliseconds = try fields.number("over_ms", in: 0...3_600_000) {
            fade = .milliseconds(milliseconds)
        }
    }
}

extension Subscription {
    fileprivate init(_ fields: Fields) throws(Refusal) {
        self.init()
        if let events = try fields.names("events", of: EventKind.self) { self.events = events }
        if let match = try fields.globs("match") { self.match = match }
        if let phases = try fields.names("phases", of: ValueChanged.Phase.self) {
            self.phases = phases
        }
        if let rate = try fields.number("max_rate_hz", in: 0.1...1000) {
            self.rate = min(rate, Double(Self.highestRate))
        }
        echoes = try fields.boolean("echo") ?? false
    }
}
