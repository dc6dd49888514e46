/// One line from a client.
///
/// Unknown keys are ignored, so that newer clients work. Everything else is strict: each field must
/// have the right type and range, or the error names the field.
package struct Request: Equatable, Sendable {
    /// The command of a request.
    package enum Command: Equatable, Sendable {
        /// Introduces the client by name.
        case hello(name: String?)
        /// Lists the matching controls.
        case list(match: [Glob])
        /// Reads the value of a control.
        case get(control: String)
        /// Sets a control.
        case set(SetRequest)
        /// Sets the levels of meters.
        case meters([MeterLevels])
        /// Sets the points of plots.
        case plot([PlotPoints])
        /// Subscribes to events.
        case subscribe(Subscription)
        /// Ends the subscription.
        case unsubscribe
        /// Checks that the server responds.
        case ping
        /// Reads the version of the server.
        case version
        /// Lists the connected clients.
        case clients
        /// Reads a screenshot, starting at this byte.
        case screenshot(offset: Int)
        /// Closes the connection.
        case bye
        /// Sets several controls at once.
        case batch(BatchRequest)
        /// Holds controls, as a finger does.
        case touch(TouchRequest)
        /// Links controls.
        case link(LinkRequest)
        /// Removes a link.
        case unlink(name: String)
        /// Shows a page.
        case page(String)
        /// Shows only the strips of a VCA, or all again.
        case spill(SpillRequest)
        /// Locks or unlocks the panel.
        case lock(LockRequest)
        /// Stores, recalls, lists or deletes scenes.
        case scene(SceneRequest)
        /// Undoes or redoes a change.
        case history(HistoryRequest)
        /// Changes the style of a control.
        case style(StyleRequest)
        /// Performs an action of a control, as assistive software does.
        case accessibility(AccessibilityRequest)
        /// Sets the brightness, or blanks the screen.
        case display(DisplayRequest)
        /// Reloads the panel file.
        case reload
    }

    fileprivate enum Name: String, CaseIterable {
        case hello, list, get, set, batch, touch, meters, plot, subscribe, unsubscribe
        case link, unlink, page, spill, lock, unlock, scene, undo, redo, style
        case accessibility, display, screenshot, reload, clients, version, ping, bye
    }

    /// The names of all commands.
    package static let commands = Name.allCases.map(\.rawValue)

    /// Identifies the reply for the client; `nil` for no reply.
    package var id: RequestID?
    /// The command.
    package var command: Command

    /// Creates a request.
    package init(id: RequestID?, command: Command) {
        self.id = id
        self.command = command
    }

    /// Reads a line. `number` is its number in the stream, for error messages.
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
                    "id: expected a number, or a string of at most "
                        + "\(RequestID.longestString) bytes", field: "id")
            }
            self.id = id
        }
        do {
            command = try Command(Fields(object))
        } catch {
            var reply = error
            reply.id = id
            throw reply
        }
    }
}

extension Request.Command {
    fileprivate init(_ fields: Fields) throws(RequestError) {
        let command = try fields.requiredString("cmd")
        guard let name = Request.Name(rawValue: command) else {
            throw RequestError(
                .unknownCommand, "unknown command '\(RequestError.shortened(command))'",
                near: Suggestions.near(command, in: Request.commands))
        }
        switch name {
        case .hello: try self.init(hello: fields)
        case .list: self = .list(match: try fields.match())
        case .get: self = .get(control: try fields.requiredString("control"))
        case .set: self = .set(try SetRequest(fields))
        case .batch: self = .batch(try BatchRequest(fields))
        case .touch: self = .touch(try TouchRequest(fields))
        case .meters: self = .meters(try fields.levels("v"))
        case .plot: self = .plot(try fields.points("v"))
        case .subscribe: self = .subscribe(try Subscription(fields))
        case .unsubscribe: self = .unsubscribe
        case .link: self = .link(try LinkRequest(fields))
        case .unlink: self = .unlink(name: try fields.name("name"))
        case .page: self = .page(try fields.requiredString("page"))
        case .spill: self = .spill(try SpillRequest(fields))
        case .lock: self = .lock(try LockRequest(fields))
        case .unlock: self = .lock(LockRequest(isOn: false))
        case .scene: self = .scene(try SceneRequest(fields))
        case .undo: self = .history(.undo)
        case .redo: self = .history(.redo)
        case .style: self = .style(try StyleRequest(fields))
        case .accessibility: self = .accessibility(try AccessibilityRequest(fields))
        case .display: self = .display(try DisplayRequest(fields))
        case .screenshot: self = .screenshot(offset: try fields.offset())
        case .reload: self = .reload
        case .clients: self = .clients
        case .version: self = .version
        case .ping: self = .ping
        case .bye: self = .bye
        }
    }

    private init(hello fields: Fields) throws(RequestError) {
        if let version = try fields.number("protocol"), version != Double(Hello.protocolVersion) {
            throw RequestError(
                .unsupportedProtocol, "this server speaks protocol \(Hello.protocolVersion)",
                field: "protocol")
        }
        self = .hello(name: fields.has("name") ? try fields.name("name") : nil)
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

        guard let change = try Change(fields) else {
            throw RequestError(
                .badRequest,
                "expected exactly one of value, norm, delta and delta_norm, found none",
                field: "value")
        }
        self.change = change

        isFeedback = try fields.boolean("feedback") ?? false
        fade = try fields.fade()
        if isFeedback, fade > .zero {
            throw RequestError(
                .badRequest, "over_ms: feedback reports a present value, so it cannot fade",
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
