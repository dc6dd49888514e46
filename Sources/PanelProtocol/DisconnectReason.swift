/// Why the server closes a connection: its last line.
package enum DisconnectReason: String, Sendable {
    /// The server stops.
    case shutdown
    /// The client has asked for it.
    case requested
    /// The client has not taken anything for 30 s.
    case stalled
    /// The client has not said anything for 30 s since it connected.
    case silent
    /// The client has sent a line that is longer than the limit.
    case tooLarge = "too-large"

    /// Writes the `bye` line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", "bye")
            writer.member("reason", rawValue)
        }
    }
}
