import PanelProtocol

/// The scene that was recalled or stored last, and the controls that now have other values.
struct CurrentScene {
    let name: String
    /// The patterns of the controls that its recall left out.
    let exceptions: [Glob]
    /// The values of the scene by full ID, without recall-safe controls and `exceptions`.
    let values: [String: ControlValue]
    /// The IDs of the controls with other values now.
    private var differing: Set<String> = []

    init(name: String, values: [String: ControlValue], except exceptions: [Glob]) {
        self.name = name
        self.exceptions = exceptions
        self.values = values
    }

    /// Whether all values are those of the scene.
    var isExact: Bool { differing.isEmpty }

    /// Compares the value of a control. Returns whether `isExact` has changed.
    mutating func compare(_ control: PanelControl) -> Bool {
        guard let stored = values[control.id], let present = control.keptValue else { return false }
        let wasExact = isExact
        if present == control.nearest(to: stored) ?? stored {
            differing.remove(control.id)
        } else {
            differing.insert(control.id)
        }
        return isExact != wasExact
    }
}
