package import PanelProtocol

/// `[lock]`: how people lock and unlock the panel.
package struct LockDescription: Equatable, Sendable {
    /// The digits that unlock the panel; `nil` for none.
    package var pin: String?
    /// The patterns of the controls that stay free when a key locks the panel.
    package var exceptions: [Glob] = []
}
