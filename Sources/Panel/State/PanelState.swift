package import PanelProtocol

/// The saved state of a panel: the values of its controls, and what people have stored.
///
/// It is a value, read from `Panel.state` and restored by `Panel.restore(_:at:)`. The caller stores
/// it.
package struct PanelState: Equatable, Sendable {
    /// The value of each control that has a saved one, by full ID. It includes controls that do not
    /// exist now, in case they come back.
    package var values: [String: ControlValue] = [:]
    /// The ID of the visible page; `nil` for the first one.
    package var page: String?
    /// The scenes that clients stored, sorted by name, without those of the panel file.
    package var scenes: [PanelScene] = []
    /// The links that clients created, in the order of creation, without those of the panel file.
    package var links: [LinkRequest] = []
    /// The style changes that clients made to controls and strips, by ID.
    package var styles: [String: StyleChange] = [:]
    /// The lock of the panel; `nil` if it is not locked.
    package var lock: PanelLock?
    /// The number of wrong PINs that people typed to unlock the panel.
    package var wrongPINs = 0

    /// An empty state.
    package init() {}
}
