import PanelProtocol

/// What the controls of a panel had before its file was read again, by their IDs.
struct FormerControls {
    let ids: [String]
    /// All that is saved.
    let state: PanelState
    let values: [String: ControlValue]
    /// Values that no saved state has, such as a time that runs.
    let passingValues: [String: ControlValue]
    /// The levels and the points of clients.
    let shownData: [(id: String, data: ShownData)]
    /// The values that wait, and the times until which others do.
    let unsettled: [(id: String, arbitration: Arbitration)]
    let links: [ControlLink]

    /// Reads them from a panel.
    ///
    /// - Parameter kept: The controls that are kept with all that they have.
    init(of panel: Panel, except kept: [PanelControl]) {
        let controls = panel.controls
        func collect<Value>(_ value: (PanelControl) -> Value?) -> [(String, Value)] {
            controls.compactMap { control in value(control).map { (control.id, $0) } }
        }
        ids = controls.map(\.id)
        state = panel.state
        values = Dictionary(uniqueKeysWithValues: collect(\.value))
        passingValues = Dictionary(uniqueKeysWithValues: collect(\.passingValue))
        shownData = collect(\.shownData)
        unsettled = collect { control in
            control.arbitration.isUnsettled && !kept.contains { $0 === control }
                ? control.arbitration : nil
        }
        links = panel.links
    }
}
