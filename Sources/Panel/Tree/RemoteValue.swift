import PanelProtocol

/// A value that a client, or another remote source, requests for a control.
struct RemoteValue {
    var value: ControlValue
    let source: ValueChanged.Source
    /// When it was requested, on the monotonic clock.
    let time: Duration
    /// The duration of a fade.
    var fade = Duration.zero
    /// The change to undo that it belongs to, if it waits; `nil` if it is a change of its own.
    var step: UndoStep?
    /// The number of the transaction that it belongs to, if it waits.
    var transaction: Int64?
    /// Which controls follow it by a link. The controls of a scene have values of their own.
    var linked = LinkFollowers.all
}
