package import PanelProtocol

/// `[[links]]`: controls that follow one another.
package struct LinkDescription: Equatable, Sendable {
    /// Its name, its controls, and how they follow.
    package var request: LinkRequest
    package var position: SourcePosition
}
