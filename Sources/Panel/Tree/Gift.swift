import PanelProtocol

/// A value that a control is to have as part of a transaction.
struct Gift {
    let control: PanelControl
    let value: ControlValue
    let source: ValueChanged.Source
    /// How long the way there is to take.
    var fade = Duration.zero
}
