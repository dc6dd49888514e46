package import PanelProtocol

/// What of a panel outlives the program: where everything stands, and what people have stored.
///
/// It is a value of its own, taken by `Panel.state` and put back by `Panel.restore(_:at:)`; whoever
/// keeps it writes it down as it likes.
package struct PanelState: Equatable, Sendable {
    /// The value of each control that keeps one, by full id. Those of controls that the panel has
    /// not now are among them, for when they come back.
    package var values: [String: ControlValue] = [:]
    /// The id of the page that is shown; nil for the first.
    package var page: String?
    /// The scenes that clients have stored, in the order of their names; those of the panel file
    /// are not among them.
    package var scenes: [PanelScene] = []
    /// The links that clients have made, in the order of their making; those of the panel file are
    /// not among them.
    package var links: [LinkRequest] = []
    /// How the panel is locked; nil if it is not.
    package var lock: PanelLock?

    /// Nothing kept.
    package init() {}
}
