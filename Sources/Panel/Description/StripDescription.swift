package import Drawing

/// One strip: a name, and controls that stack.
package struct StripDescription: Sendable {
    /// The first half of its controls' full ids: `ch1`.
    package var id: String
    /// The name on the strip; empty for none.
    package var label: String
    /// The colour of the strip and of its controls that name none; nil for the theme's accent.
    package var accent: Color?
    /// Whether a wider gap sets the strip apart from the one before it, as a master's does.
    package var isSetApart: Bool
    /// The controls from top to bottom.
    package var controls: [ControlDescription]
    package var placement: PlacementDescription
    package var position: SourcePosition
}
