import PanelProtocol

extension Snapshot {
    /// No controls, on a panel that is not locked.
    static let empty = Snapshot(
        sequence: 0, controls: [],
        panel: PanelStatus(generation: 1, page: "main", isLocked: false))
}
