/// An update of a ``PanelSession``.
public enum PanelUpdate: Equatable, Sendable {
    /// The present values, in the panel's order: at the start, after a reconnection, after another
    /// panel file was read, and after events were lost because they were not read in time. Gestures
    /// that were in progress may continue without their beginning.
    case values([PanelSnapshotEntry])
    /// An event of the panel.
    case event(PanelEvent)
    /// The connection was lost, or could not be made. The session retries until it succeeds or is
    /// closed.
    case disconnected(PanelClientError)
}
