import Drawing

/// The images of a knob. It is a class because few knobs have any.
final class KnobImages {
    /// The images in place of the dial.
    var face = StateValues<Image>()
    /// The images in place of the pointer.
    var pointer = StateValues<Image>()
}
