import EventLoop

/// The log of the daemon. Its parts call it like a function.
///
/// ```swift
/// log("reading \(path)", event: .touchscreenFound, about: .device(path))
/// ```
struct Log {
    /// Writes an entry.
    let write: (LogEntry) -> Void

    init(_ write: @escaping (LogEntry) -> Void) {
        self.write = write
    }

    /// Logs a text, with the fields of its subject.
    func callAsFunction(
        _ text: String, _ level: LogEntry.Level = .info, about fields: LogEntry.Field?...
    ) {
        write(LogEntry(text, level, fields.compactMap(\.self)))
    }

    /// Logs an event that a supervisor may watch for.
    func callAsFunction(_ text: String, event: LogEvent, about fields: LogEntry.Field?...) {
        write(LogEntry(text, event: event, fields))
    }
}

extension LogEntry {
    /// An entry about an event that a supervisor may watch for.
    init(_ text: String, event: LogEvent, _ fields: [Field?] = []) {
        self.init(
            text, event.level,
            [Field("MESSAGE_ID", event.rawValue)] + fields.compactMap(\.self))
    }
}

/// The fields of entries, as glassfaderd(8) lists them.
extension LogEntry.Field {
    /// A client, by the name that the server gave it: `c3`.
    static func client(_ client: String) -> Self { Self("CLIENT", client) }

    /// The name that a client has given itself.
    static func clientName(_ name: String) -> Self { Self("CLIENT_NAME", name) }

    /// A device node.
    static func device(_ node: String) -> Self { Self("DEVICE", node) }

    /// A connector of a card: `HDMI-A-1`.
    static func connector(_ name: String) -> Self { Self("CONNECTOR", name) }

    /// A file or a folder.
    static func file(_ path: String) -> Self { Self("FILE", path) }

    /// A line of the file.
    static func line(_ line: Int) -> Self { Self("LINE", "\(line)") }
}
