public import Drawing

/// Draws the contents of a layer. In UIKit's model, this is a view.
public protocol LayerDelegate: AnyObject {
    /// Draws the contents of `layer` in the coordinates of its bounds.
    ///
    /// The result is cached in a bitmap until `setNeedsDisplay()` is called. Drawing must not
    /// change any state.
    func draw(_ layer: Layer, in context: Context)
}
