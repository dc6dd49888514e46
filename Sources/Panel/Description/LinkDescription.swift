package import PanelProtocol
package import TOML

/// `[[links]]`: linked controls.
package struct LinkDescription: Equatable, Sendable {
    /// Its name, its controls, and its mode.
    package var request: LinkRequest
    package var position: SourcePosition
}
