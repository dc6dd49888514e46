import Drawing

/// An image as it is drawn in a state of its control.
struct ShownImage: Equatable {
    let image: Image
    /// Whether it is dimmed, because the control is disabled and has no image for that.
    var isDimmed = false
}
