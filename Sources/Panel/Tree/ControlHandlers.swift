import Controls

/// The functions that are called when something happens to a control. It is a class because all
/// controls of a panel share it.
final class ControlHandlers {
    /// Called when a double tap has changed the value.
    var onReset: (PanelControl, _ time: Duration) -> Void = { _, _ in }
    /// Called when a finger lands while a client holds the control.
    var onLanding: (PanelControl, _ time: Duration) -> Void = { _, _ in }
    /// Called with a client's deferred value when its time has come.
    var onDue: (RemoteValue, PanelControl, _ time: Duration) -> Void = { _, _, _ in }
    /// Called when a finger on another control has changed this one, as in a group.
    var onLink: (Touch) -> Void = { _ in }
}
