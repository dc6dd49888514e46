/// The size of a type of control in its strip, by default.
struct ControlSizing: Sendable {
    /// Its weight among the heights of the strip's controls.
    var weight = 1.0
    /// The orientation of an elongated control; `nil` for others.
    var orientation: Orientation?
    /// Whether a height greater than the width is useless, as for a knob.
    var isSquare = false
    /// The height in lines of text, for controls that do not grow with the strip; `nil` for others.
    var lines: Double?
    /// The minimum width and height, in multiples of the smallest touch target; 0 for views that
    /// are not touched.
    var targets = (width: 1, height: 1)
    /// Whether it has a caption above and its value below it.
    var hasTexts = true
    /// The minimum width for showing its value, in multiples of the text height.
    var minimumValueWidth = 0.0

    /// The size of a control with thumbs on a track.
    static func track(_ orientation: Orientation, weight: Double) -> ControlSizing {
        let isVertical = orientation == .vertical
        return ControlSizing(
            weight: weight, orientation: orientation,
            targets: isVertical ? (width: 1, height: 2) : (width: 2, height: 1))
    }

}
