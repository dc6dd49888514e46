import PanelProtocol

/// A value that somebody elsewhere wants a control to have.
struct RemoteValue {
    let value: ControlValue
    let source: ValueChanged.Source
    /// When it was asked for, on the monotonic clock.
    let time: Duration
    /// How long the way there is to take.
    var fade = Duration.zero
}
