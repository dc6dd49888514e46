import PanelProtocol

/// The values, links and other data of a panel's controls before a reload, by ID.
struct FormerControls {
    let ids: [String]
    /// The state that is saved, without deferred values: these go on waiting.
    let state: PanelState
    let values: [String: ControlValue]
    /// Values that no saved state has, such as a time that runs.
    let passingValues: [String: ControlValue]
    /// The meter levels and plot points that clients have sent.
    let shownData: [(id: String, data: ShownData)]
    /// The arbitration of controls with a deferred value, or with a finger that has lifted.
    let unsettled: [(id: String, arbitration: Arbitration)]
    let links: [ControlLink]

    /// Reads the data from a panel.
    ///
    /// - Parameter kept: The controls that the reload keeps, with their arbitration.
    init(of panel: Panel, except kept: [PanelControl]) {
        let controls = panel.controls
        func collect<Value>(_ value: (PanelControl) -> Value?) -> [(String, Value)] {
            controls.compactMap { control in value(control).map { (control.id, $0) } }
        }
        ids = controls.map(\.id)
        state = panel.presentState
        values = Dictionary(uniqueKeysWithValues: collect(\.value))
        passingValues = Dictionary(uniqueKeysWithValues: collect(\.passingValue))
        shownData = collect(\.shownData)
        unsettled = collect { control in
            control.arbitration.isUnsettled && !kept.contains { $0 === control }
                ? control.arbitration : nil
        }
        links = panel.links.all
    }
}
