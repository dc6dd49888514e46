@testable import PanelProtocol

extension Snapshot {
    /// A snapshot of an unlocked panel.
    init(sequence: Int64, controls: [(name: String, state: ControlState)]) {
        self.init(
            sequence: sequence, controls: controls,
            panel: PanelStatus(generation: 3, page: "main", isLocked: false))
    }
}
