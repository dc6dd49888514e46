import EventLoop
import Files
import PanelProtocol

// The events that a client has subscribed to, and its description.
extension ClientConnection {
    /// Whether the client has subscribed to an event.
    func wants(_ event: ValueChanged) -> Bool {
        subscription?.includes(event, for: client) ?? false
    }

    /// Whether the client has subscribed to an event about the panel.
    func wants(_ notice: PanelNotice) -> Bool {
        subscription?.includes(notice, for: client) ?? false
    }

    /// Whether the client has subscribed to levels or points that another client sends.
    func wants(_ data: some MeasuredData, of other: ClientConnection) -> Bool {
        subscription.map { ($0.echoes || other !== self) && $0.includes(data) } ?? false
    }

    /// The client, for the fields of entries in the log.
    var logFields: [LogEntry.Field] {
        [.client(client)] + (name.map { [.clientName($0)] } ?? [])
    }

    /// The client's names, process and user, for the journal.
    var description: String {
        "\(client)\(name.map { " " + $0.quotedForLog } ?? "") (\(credentials))"
    }
}
