/// The events of the protocol to which a client can subscribe.
package enum EventKind: String, CaseIterable, Sendable {
    /// A control's value changed.
    case valueChanged
    /// Another page is shown.
    case pageChanged
    /// The panel was locked or unlocked.
    case locked
    /// A scene was recalled.
    case sceneRecalled
    /// The panel file was read again; controls may have come and gone.
    case configReloaded
    /// A control has another colour or label, or cannot be used or seen as before.
    case styleChanged
    /// Another client shows levels on a meter; only for whoever asks for it by name.
    case meters

    /// The events of a subscription that names none.
    package static let standard = Set(allCases).subtracting([.meters])
}
