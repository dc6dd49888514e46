public import Drawing

/// Draws the contents of a layer: in UIKit's world, a view.
public protocol LayerDelegate: AnyObject {
    /// Draws the contents of `layer`, whose bounds are the space of `context`.
    ///
    /// What is drawn is kept in a bitmap until `setNeedsDisplay()` is called. Drawing must not
    /// change any state: it is asked for twice, the first time to find out whether another layer
    /// shows the same.
    func draw(_ layer: Layer, in context: Context)
}
