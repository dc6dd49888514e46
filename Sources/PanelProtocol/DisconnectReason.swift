/// Why the server closes a connection; sent in its last line.
package enum DisconnectReason: String, Sendable {
    /// The server is stopping.
    case shutdown
    /// The client requested it.
    case requested
    /// The client has read nothing for 30 s.
    case stalled
    /// The client has sent no request in the 30 s since it connected.
    case silent
    /// The client sent a line that is longer than the limit.
    case tooLarge = "too-large"

    /// Writes the `bye` line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", "bye")
            writer.member("reason", rawValue)
        }
    }
}
