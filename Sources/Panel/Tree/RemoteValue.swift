import PanelProtocol

/// A value that a client, or another remote source, requests for a control.
struct RemoteValue {
    var value: ControlValue
    let source: ValueChanged.Source
    /// When it was requested, on the monotonic clock.
    let time: Duration
    /// The duration of a fade.
    var fade = Duration.zero
    /// The change to undo that the value belongs to if it is deferred; `nil` for a change of its
    /// own.
    var step: UndoStep?
    /// The number of the transaction that the value belongs to if it is deferred.
    var transaction: Int64?
    /// Which controls follow the control by a link. The controls of a scene have values of their
    /// own.
    var linked = LinkFollowers.all
}
