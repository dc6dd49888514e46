/// The events of the protocol to which a client can subscribe.
package enum EventKind: String, CaseIterable, Sendable {
    /// A control's value changed.
    case valueChanged
    /// The level in effect of a member of a VCA changed, and its own value did not.
    case effectiveChanged
    /// Another page is visible.
    case pageChanged
    /// Only the strips of a VCA are shown, or all again.
    case spillChanged
    /// The panel was locked or unlocked.
    case locked
    /// A scene was recalled.
    case sceneRecalled
    /// A key performed its action, or could not.
    case action
    /// A wrong PIN was typed on the panel.
    case pinRejected
    /// The panel file was reloaded; controls may have been added and removed.
    case configReloaded
    /// A control's colour or label changed, or whether it is enabled or visible.
    case styleChanged
    /// A strip's title or colour changed, or whether it is visible.
    case stripChanged
    /// Another client set the levels of a meter; only for subscriptions that name this event.
    case meters
    /// Another client set the points of a plot; only for subscriptions that name this event.
    case plot

    /// The events of a subscription that names none.
    package static let defaultKinds = Set(allCases).subtracting([.meters, .plot])
}
