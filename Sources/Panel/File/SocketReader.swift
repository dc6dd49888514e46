import PanelProtocol

extension SocketPlace {
    /// The options of one socket.
    static func options(of defaults: SocketPlace) -> OptionTable<SocketPlace> {
        OptionTable(of: defaults) {
            PanelOption(
                "path", \.path, .socketPath,
                "The path of the socket, unless the service manager hands it over. Its folder must exist; only /run/glassfader is made if it is missing."
            )
            PanelOption(
                "mode", \.mode, .permissions, "The permissions of the socket, in octal digits.")
            PanelOption(
                "group", \.group, .plainText(), otherwise: "the daemon's",
                "The group that owns the socket.")
        }
    }
}

extension SocketDescription {
    static let places = SocketPlace.options(of: SocketDescription().control)
    static let monitorPlaces = SocketPlace.options(of: SocketPlace(path: monitorPath))

    static let options = OptionTable(of: SocketLimits()) {
        PanelOption(
            "connections", \.connections, .integer(in: 1...Limit.connections.most),
            "How many connections one user may have.")
        PanelOption(
            "entries", \.entries, .integer(in: 16...Limit.waitingEvents.most),
            "How many events may wait for one connection before a resync replaces them. Times connections it is at most 262144."
        )
        PanelOption(
            "lines_per_second", \.linesPerSecond, .integer(in: 20...1_000_000),
            "How many lines of one user are read in a second.")
    }

    /// Reads `[socket]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.places.read(&fields).apply(to: &control)
        if var table = fields.table("monitor", name: "[socket.monitor]") {
            var place = SocketPlace(path: Self.monitorPath)
            Self.monitorPlaces.read(&table).apply(to: &place)
            table.noteUnknownKeys()
            if place.isSamePlace(as: control) {
                table.error("'path' is that of [socket]; expected another", at: "path")
            }
            monitor = place
        }
        let defaults = limits
        Self.options.read(&fields).apply(to: &limits)
        let events = limits.connections * limits.entries
        if let problem = Limit.allWaitingEvents.problem(with: events) {
            fields.error(
                "'connections' times 'entries' is \(problem)",
                at: limits.connections > defaults.connections ? "connections" : "entries")
        }
    }
}

extension OptionForm where Value == UInt32 {
    fileprivate static var permissions: Self {
        Self(
            .form(pattern: "^[0-7]{1,4}$", example: "0660"),
            read: { fields, key in
                guard let mode = fields.string(key) else { return nil }
                if let bits = UInt32(mode, radix: 8), bits <= 0o777 { return bits }
                fields.error("'\(key)': expected octal digits such as \"0660\"", at: key)
                return nil
            }, written: { "\"0" + String($0, radix: 8) + "\"" })
    }
}

extension OptionForm where Value == String {
    fileprivate static var socketPath: Self {
        Self(
            .text(bytes: SocketPlace.longestPath),
            read: { fields, key in
                guard let path = fields.string(key) else { return nil }
                guard (1...SocketPlace.longestPath).contains(path.utf8.count) else {
                    fields.error(
                        "'\(key)' has \(path.utf8.count) bytes; the path of a socket has 1 to "
                            + "\(SocketPlace.longestPath)", at: key)
                    return nil
                }
                return path
            }, written: { $0.written })
    }
}
