package import Drawing

/// What a panel file says about the size and place of a strip or control; nothing, as a rule.
package struct PlacementDescription: Equatable, Sendable {
    /// A width in pixels.
    package var width: Int?
    /// A height in pixels.
    package var height: Int?
    /// The share of the room among its neighbours, above 0; nil for its type's own.
    package var weight: Double?
    /// A place in the page, or for a control in its strip, which takes it out of the row or stack.
    package var at: PixelRect?

    package init() {}
}
