/// The size of a type of control in its strip, by default.
struct ControlSizing: Sendable {
    /// Its weight among the heights of the strip's controls.
    var weight = 1.0
    /// Its weight among the widths of its neighbours in a row.
    var widthWeight = 1.0
    /// The orientation of an elongated control; `nil` for others.
    var orientation: Orientation?
    /// The width for parts beside a vertical track, in millimetres.
    var widthBeside = 0.0
    /// The height for parts beside a horizontal track.
    var heightBeside = HeightBeside()
    /// Whether a height greater than the width is useless, as for a knob.
    var isSquare = false
    /// The height in lines of text, for controls that do not grow with the strip; `nil` for others.
    var lines: Double?
    /// The minimum width and height, in multiples of the smallest touch target; 0 for views that
    /// are not touched.
    var targets = (width: 1, height: 1)
    /// The minimum width and height in millimetres; `nil` for those of its targets.
    var least: (width: Double, height: Double)?
    /// The greatest share of its strip's width for the control, unless it needs more; `nil` for
    /// all.
    var greatestShare: Double?
    /// The least width for the control even if that is more than its greatest share, in
    /// millimetres.
    var leastShare = 0.0
    /// Whether it fills the cell of a grid, as a pad does, up to a square.
    var fillsCell = false
    /// How much of the width a label at its side may have.
    var shareOfSideLabel = LayoutRules.shareOfSideLabel
    /// Whether it has a caption above and its value below it.
    var hasTexts = true
    /// The minimum width for showing its value, in multiples of the text height.
    var minimumValueWidth = 0.0

    /// The height for the numbers of a scale, and for a meter.
    struct HeightBeside: Sendable {
        /// The number of lines of text.
        var lines = 0
        /// The rest of the height, in pixels.
        var pixels = 0
    }

    /// The size of a control with thumbs on a track.
    static func track(
        _ orientation: Orientation, weight: Double, thumbs: Int = 1,
        heightBeside: HeightBeside = HeightBeside()
    ) -> ControlSizing {
        let isVertical = orientation == .vertical
        let length = LayoutRules.travel + Double(thumbs) * LayoutRules.thumb
        return ControlSizing(
            weight: weight, orientation: orientation, heightBeside: heightBeside,
            targets: isVertical ? (width: 1, height: 2) : (width: 2, height: 1),
            least: isVertical
                ? (LayoutRules.target, length)
                : (length, LayoutRules.target + Double(heightBeside.lines) * LayoutRules.numbers))
    }

    /// The width and height in pixels below which the layout is an error.
    var smallestSize: (width: Int, height: Int) {
        (
            max(1, targets.width * LayoutRules.leastTargetPixels),
            max(1, targets.height * LayoutRules.leastTargetPixels)
        )
    }

    /// The minimum width and height, in millimetres.
    var leastSize: (width: Double, height: Double) {
        least
            ?? (
                Double(targets.width) * LayoutRules.target,
                Double(targets.height) * LayoutRules.target
            )
    }
}
