package import Drawing

/// The size and place that a panel file sets for a strip or control; usually none.
package struct PlacementDescription: DefaultInitializable {
    /// A width in pixels.
    package var width: Int?
    /// A height in pixels.
    package var height: Int?
    /// The weight among its neighbours, in `StackDescription.weights`; `nil` for the default of its
    /// type.
    package var weight: Double?
    /// A fixed rectangle in the page, or for a control in its strip, outside the row or stack.
    package var at: PixelRect?

    package init() {}
}
