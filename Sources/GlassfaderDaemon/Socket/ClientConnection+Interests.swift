import PanelProtocol

// Which events a client wants, and who it is.
extension ClientConnection {
    /// Whether the client wants an event.
    func wants(_ event: ValueChanged) -> Bool {
        subscription?.includes(event, for: client) ?? false
    }

    /// Whether the client wants an event about the panel.
    func wants(_ notice: PanelNotice) -> Bool {
        subscription?.includes(notice, for: client) ?? false
    }

    /// Whether the client wants levels that another client shows.
    func wants(_ levels: MeterLevels, of other: ClientConnection) -> Bool {
        subscription.map { ($0.echoes || other !== self) && $0.includes(levels) } ?? false
    }

    /// Which client it is, for the journal.
    var description: String {
        "\(client)\(name.map { " " + JournalText.quoted($0) } ?? "") (\(credentials))"
    }
}
