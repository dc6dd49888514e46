import Drawing

/// The images of a knob. It is a class because few knobs have any.
final class KnobImages {
    /// The image in place of the dial.
    var face: Image?
    /// The image in place of the pointer.
    var pointer: Image?
}
