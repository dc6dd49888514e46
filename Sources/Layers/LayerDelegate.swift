public import Drawing

/// Draws the contents of a layer: in UIKit's world, a view.
public protocol LayerDelegate: AnyObject {
    /// Draws the contents of `layer`, whose bounds are the space of `context`.
    ///
    /// What is drawn is kept in a bitmap until `setNeedsDisplay()` is called. Drawing must not
    /// change any state.
    func draw(_ layer: Layer, in context: Context)
}
