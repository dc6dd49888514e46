import Controls
import PanelProtocol

/// The functions that are called when something happens to a control. It is a class because all
/// controls of a panel share it.
final class ControlHandlers {
    /// Called with every touch event, and with its phase in a gesture.
    var onTouch: (PanelControl, ValueChanged.Phase, Touch) -> Void = { _, _, _ in }
    /// Called when a double tap has changed the value.
    var onReset: (PanelControl, _ time: Duration) -> Void = { _, _ in }
    /// Called when a finger lands while a client holds the control.
    var onLanding: (PanelControl, Touch) -> Void = { _, _ in }
    /// Called with a client's deferred value when its time has come.
    var onDue: (RemoteValue, PanelControl, _ time: Duration) -> Void = { _, _, _ in }
    /// Called when a finger on another control has changed this one, as in a group.
    var onLink: (Touch) -> Void = { _ in }
    /// Called when a finger has tapped the tab of the page that is visible already.
    var onVisibleTab: (Touch) -> Void = { _ in }
    /// Called with every new value of a control that chooses among cards or strips.
    var onChoice: () -> Void = {}
    /// Called with every new value of a control in a VCA, whatever set it.
    var onLevel: (PanelControl) -> Void = { _ in }
}
