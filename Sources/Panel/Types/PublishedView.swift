import Controls
import Drawing
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
    /// Takes what an engine says it has; nil where that is to be given the value.
    var confirm: ((ControlValue) -> Void)?
    /// The value that it has by itself, where what is told is also the doing of others; nil if that is
    /// the same.
    var ownValue: (() -> ControlValue?)?
    /// Gives what shows the value a colour; nil for what shows none that can be chosen.
    var paint: ((Color) -> Void)?
    /// Has it in the colours of the file again, where no single colour does that.
    var unpaint: (() -> Void)?
    /// Writes another label where the control has it on itself.
    var relabel: (String) -> Void = { _ in }
    /// The name of the part that a finger moves; nil where there is one part, or it moves all.
    var part: (Touch) -> String? = { _ in nil }
    /// What shows the levels that clients send: the view or a part of it; nil for what has none.
    var meter: Meter?
    /// Fits what has a fixed measure to the size of the view and of the text.
    var fit: (_ fontSize: Double) -> Void = { _ in }
    /// Whether each change is told at once and by itself, as of a key, and not as part of a gesture.
    var isDiscrete = false
}
