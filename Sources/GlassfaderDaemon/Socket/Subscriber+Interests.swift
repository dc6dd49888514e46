import PanelProtocol

// What a client wants to hear, and who it is.
extension Subscriber {
    /// Whether the client wants to be told of an event.
    func wants(_ event: ValueChanged) -> Bool {
        subscription?.includes(event, for: client) ?? false
    }

    /// Whether the client wants to be told of an event about the panel.
    func wants(_ notice: PanelNotice) -> Bool {
        subscription?.includes(notice, for: client) ?? false
    }

    /// Whether the client wants to be told of levels that a client shows.
    func wants(_ levels: MeterLevels, of other: Subscriber) -> Bool {
        subscription.map { ($0.echoes || other !== self) && $0.includes(levels) } ?? false
    }

    /// Which client it is, for the journal.
    var description: String {
        "\(client)\(name.map { " " + JournalText.quoted($0) } ?? "") (\(credentials))"
    }
}
