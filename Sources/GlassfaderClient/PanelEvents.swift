/// The events of a subscription. `next()` waits for the next event.
public struct PanelEvents: Sequence, IteratorProtocol {
    /// The state at the start; events follow.
    public let snapshot: PanelSnapshot
    /// Why there is no next event; `nil` before the end.
    public private(set) var end: PanelClientError?

    private let client: PanelClient

    init(client: PanelClient, snapshot: PanelSnapshot) {
        self.client = client
        self.snapshot = snapshot
    }

    /// Waits for the next event. It returns `nil` after the connection has ended; see `end`.
    public mutating func next() -> PanelEvent? {
        do {
            return try client.nextEvent()
        } catch {
            end = error
            return nil
        }
    }
}
