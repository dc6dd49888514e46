import Controls
import PanelProtocol

/// A view, and the way to the value that it has.
///
/// The view's value is the only copy; whatever is told of it is read from here.
struct PublishedView {
    /// What is seen and touched.
    let view: View
    /// Reads the value; nil for what has none.
    var value: () -> ControlValue? = { nil }
    /// Gives it a value, as near as the control can take it. Of a value with parts, some.
    var assign: (ControlValue) -> Void = { _ in }
    /// The name of the part that a finger moves; nil where there is one part, or it moves all.
    var part: (Touch) -> String? = { _ in nil }
    /// Fits what has a fixed measure to the size of the view and of the text.
    var fit: (_ fontSize: Double) -> Void = { _ in }
}
