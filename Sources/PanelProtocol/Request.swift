/// One line from a client.
///
/// Unknown keys are ignored, so that newer clients can be served. All else is strict: what is
/// there has the right type and range, or the error names the field.
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
        /// To be told of no more events.
        case unsubscribe
        /// A sign of life.
        case ping
        /// Which server this is.
        case version
        /// Who is connected.
        case clients
        /// A picture of the panel, from this byte on.
        case screenshot(offset: Int)
        /// The end of the connection.
        case bye
        /// To give several controls their values at once.
        case batch(BatchRequest)
        /// To have controls follow one another.
        case link(LinkRequest)
        /// To have them do so no more.
        case unlink(name: String)
        /// To show a page.
        case page(String)
        /// To lock or unlock the panel.
        case lock(LockRequest)
        /// To do something with a scene.
        case scene(SceneRequest)
        /// To give a control another look.
        case style(StyleRequest)
        /// To make the screen brighter or darker.
        case display(DisplayRequest)
        /// To read the panel file again.
        case reload
    }

    /// The commands that this version knows.
    package static let commands = [
        "hello", "list", "get", "set", "batch", "meters", "subscribe", "unsubscribe", "link",
        "unlink", "page", "lock", "unlock", "scene", "style", "display", "screenshot", "reload",
        "clients", "version", "ping", "bye",
    ]

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
    /// An error carries the `id`, if one could be read.
    package init(line: ArraySlice<UInt8>, number: Int) throws(RequestError) {
        let object: JSONObject
        do {
            object = try JSON.object(parsing: line)
        } catch {
            let place = error.column.map { "line \(number), column \($0)" } ?? "line \(number)"
            throw RequestError(.parse, "\(place): \(error.message)")
        }

        if let id = object["id"] {
            guard let id = RequestID(id) else {
                throw RequestError(
                    .badRequest,
                    "id: a number, or a string of at most \(RequestID.longestString) bytes, "
                        + "is wanted", field: "id")
            }
            self.id = id
        }
        do {
            command = try Command(Fields(object))
        } catch {
            var answer = error
            answer.id = id
            throw answer
        }
    }
}

extension Request.Command {
    fileprivate init(_ fields: Fields) throws(RequestError) {
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
        case "unsubscribe": self = .unsubscribe
        case "ping": self = .ping
        case "version": self = .version
        case "clients": self = .clients
        case "screenshot": self = .screenshot(offset: try fields.offset())
        case "bye": self = .bye
        default: try self.init(ofPanel: command, fields)
        }
    }

    /// What is done to the panel.
    private init(ofPanel command: String, _ fields: Fields) throws(RequestError) {
        switch command {
        case "batch": self = .batch(try BatchRequest(fields))
        case "link": self = .link(try LinkRequest(fields))
        case "unlink": self = .unlink(name: try fields.name("name"))
        case "page": self = .page(try fields.requiredString("page"))
        case "lock": self = .lock(try LockRequest(fields))
        case "unlock": self = .lock(LockRequest(isOn: false))
        case "scene": self = .scene(try SceneRequest(fields))
        case "style": self = .style(try StyleRequest(fields))
        case "display": self = .display(try DisplayRequest(fields))
        case "reload": self = .reload
        default:
            throw RequestError(
                .unknownCommand, "no command '\(RequestError.shortened(command))'",
                near: Suggestions.near(command, in: Request.commands))
        }
    }

    private init(hello fields: Fields) throws(RequestError) {
        if let version = try fields.number("protocol"), version != Double(Hello.protocolVersion) {
            throw RequestError(
                .unsupportedProtocol, "protocol \(Hello.protocolVersion) is spoken here",
                field: "protocol")
        }
        let name = try fields.string("name")
        if let name, !(1...Limit.name.most).contains(name.utf8.count) {
            throw RequestError(
                .badRequest, "name: 1 to \(Limit.name.most) bytes are wanted", field: "name")
        }
        self = .hello(name: name)
    }
}

extension Fields {
    fileprivate func offset() throws(RequestError) -> Int {
        Int(try integer("offset", in: 0...Int64(Int32.max)) ?? 0)
    }
}

extension SetRequest {
    init(_ fields: Fields) throws(RequestError) {
        control = try fields.requiredString("control")

        var changes: [Change] = []
        if let value = try fields.controlValue("value") { changes.append(.value(value)) }
        if let value = try fields.controlValue("norm") { changes.append(.norm(value)) }
        if let value = try fields.controlValue("delta") { changes.append(.delta(value)) }
        if let value = try fields.controlValue("delta_norm") { changes.append(.deltaNorm(value)) }
        guard let change = changes.first, changes.count == 1 else {
            throw RequestError(
                .badRequest, "exactly one of value, norm, delta and delta_norm is wanted",
                field: "value")
        }
        self.change = change

        isFeedback = try fields.boolean("feedback") ?? false
        fade = try fields.fade()
        if isFeedback, fade > .zero {
            throw RequestError(
                .badRequest, "over_ms: feedback tells what is already so, and cannot fade",
                field: "over_ms")
        }
    }
}

extension Subscription {
    fileprivate init(_ fields: Fields) throws(RequestError) {
        self.init()
        if let events = try fields.names("events", of: EventKind.self) { self.events = events }
        if let match = try fields.globs("match") { self.match = match }
        if let phases = try fields.names("phases", of: ValueChanged.Phase.self) {
            self.phases = phases
        }
        rate = try fields.number("max_rate_hz", in: Self.rates) ?? rate
        echoes = try fields.boolean("echo") ?? false
        wantsText = try fields.boolean("text") ?? false
    }
}
