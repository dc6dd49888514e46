/// An update of a ``PanelSession``.
public enum PanelUpdate: Equatable, Sendable {
    /// The present values, and the page and the lock: at the start, after a reconnection, after
    /// another panel file was read, and after events were lost because they were not read in time.
    /// Gestures that were in progress may continue without their beginning.
    ///
    /// If more than 4096 updates are unread, the events of values among them are lost. The others
    /// are lost too if they are more than half. With another generation than that of the last
    /// snapshot, list the controls again, as there may be others. The page and the lock are then as
    /// the subscribed events reported them.
    case snapshot(PanelSnapshot)
    /// An event of the panel.
    case event(PanelEvent)
    /// The connection was lost, or could not be made. The session retries until it succeeds or is
    /// closed.
    case disconnected(PanelClientError)
}
