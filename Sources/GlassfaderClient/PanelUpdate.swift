/// What a ``PanelSession`` hears.
public enum PanelUpdate: Equatable, Sendable {
    /// These are the values now, in the order of the panel: at the beginning, after a connection
    /// that was lost was made again, and after events were lost because they were not taken in
    /// time. Gestures that were open may go on without their beginning.
    case values([PanelSnapshotEntry])
    /// Something happened.
    case event(PanelEvent)
    /// The connection is lost, or could not be made. It is tried again until it works, or until
    /// the session is closed.
    case disconnected(PanelClientError)
}
