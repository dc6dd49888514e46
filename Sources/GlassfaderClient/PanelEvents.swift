/// The events of a subscription, as they come. Asking for the next one waits for it.
public struct PanelEvents: Sequence, IteratorProtocol {
    /// The values at the beginning, in the order of the panel; events follow from these.
    public let snapshot: [PanelSnapshotEntry]
    /// Why there is no next event; nil before the end.
    public private(set) var end: PanelClientError?

    private let client: PanelClient

    init(client: PanelClient, snapshot: [PanelSnapshotEntry]) {
        self.client = client
        self.snapshot = snapshot
    }

    /// Waits for the next event. Nil once the connection has ended; `end` then says why.
    public mutating func next() -> PanelEvent? {
        do {
            return try client.nextEvent()
        } catch {
            end = error
            return nil
        }
    }
}
