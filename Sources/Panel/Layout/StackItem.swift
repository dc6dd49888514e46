import Drawing

/// One control of a stack: the size that it needs, and how much of it is for texts.
struct StackItem {
    /// Where a control is in its stack.
    enum Place {
        case inColumn
        /// In a row: the weight of the control is for its width.
        case inRow
        /// In a row with a height or weight of its own, which keys fill.
        case inSizedRow
        /// In a grid: the control has the size of its neighbours.
        case inGrid
    }

    /// The weight among the strip's controls.
    let weight: Double
    /// The height without its texts, if it is fixed.
    let fixedHeight: Int?
    /// The least height without its texts, if it is not fixed.
    let leastHeight: Int
    /// The height below which the layout is an error.
    let smallestHeight: Int
    /// The greatest useful height.
    let greatestHeight: Int
    /// The least width.
    let leastWidth: Int
    private let id: String
    private let width: Int
    private let isSquare: Bool
    private let texts: ControlTexts

    /// - Parameters:
    ///   - width: The available width.
    ///   - isShown: Whether a label shows its value.
    ///   - sideLabels: The width for labels at the side, in sizes of their font.
    init(
        _ control: ControlDescription, width: Int, _ place: Place, _ metrics: LayoutMetrics,
        isShown: Bool, sideLabels: Double
    ) {
        let sizing = control.kind.sizing
        id = control.id
        let isInRow = place == .inRow || place == .inSizedRow
        let ownWeight = isInRow ? nil : control.placement.weight
        weight = ownWeight ?? sizing.weight
        let texts = ControlTexts(
            of: control, width: width, metrics, isShown: isShown, sideLabels: sideLabels)
        self.texts = texts
        let room = max(0, width - texts.sideWidth)
        var ownWidth =
            sizing.orientation == .vertical
            ? min(room, metrics.widestFader + metrics.pixels(sizing.widthBeside)) : room
        if let share = sizing.greatestShare, place == .inColumn, room > metrics.widestFader {
            // In a row, it already has its share. In a narrow strip, it may take the whole width.
            let scale = max(control.textStyle.scale ?? 1, 1)
            let least = max(metrics.target, metrics.pixels(sizing.leastShare * scale))
            ownWidth = min(ownWidth, max(least, Int(share * Double(room))))
        }
        self.width = min(control.placement.width ?? ownWidth, room)
        let fillsCell = sizing.fillsCell && place == .inGrid
        let fills = fillsCell || sizing.fillsCell && place == .inSizedRow
        let height = Self.height(of: sizing, texts.lineHeight, metrics)
        fixedHeight = control.placement.height ?? (ownWeight == nil && !fills ? height : nil)
        isSquare = sizing.isSquare
        greatestHeight = isSquare || fillsCell ? self.width : .max
        var least = sizing.leastSize
        if texts.hasValueOnDial { least.height = max(least.height, LayoutRules.knobWithValue) }
        let lowest = metrics.pixels(least.height)
        leastHeight = min(fills ? max(lowest, height ?? 0) : lowest, greatestHeight)
        smallestHeight = min(sizing.smallestSize.height, leastHeight)
        leastWidth = texts.widthWithSideLabel(
            control.placement.width ?? metrics.pixels(least.width))
    }

    /// The width that the control needs in a column if it has this height: its own width, or that
    /// of a text above or below it.
    func width(forHeight height: Int) -> Int {
        max(texts.sideWidth + (isSquare ? min(width, height) : width), texts.widthOfLines)
    }

    /// The height of the text lines above and below the control.
    var textHeight: Int { texts.height }

    /// The height of the text line above the control.
    var textHeightAbove: Int { texts.heightAbove }

    /// The layout of a control that `at` places in its strip; `nil` for others. Its texts are
    /// inside the rectangle. If it is too low for the texts and the least size of the control, the
    /// value is dropped first, then the label.
    ///
    /// - Parameter isShown: Whether a label shows its value.
    static func placed(
        _ control: ControlDescription, in strip: PixelRect, _ metrics: LayoutMetrics,
        isShown: Bool
    ) -> ControlLayout? {
        guard let at = control.placement.at else { return nil }
        var rect = at.offsetBy(dx: strip.x, dy: strip.y)
        rect.width = min(rect.width, metrics.greatestWidth)
        rect.height = min(rect.height, metrics.greatestHeight)
        let texts = ControlTexts(
            of: control, width: rect.width, metrics, isShown: isShown,
            sideLabels: control.sideLabelWidth
        ).fitting(rect.height, beside: metrics.pixels(control.kind.sizing.leastSize.height))
        let lines = texts.places(in: &rect)
        return ControlLayout(
            id: control.id, frame: rect, caption: lines.caption, value: lines.value)
    }

    /// The layout of a control that takes its height from the top of the rest of the stack.
    func taken(from room: inout PixelRect, bodyHeight: Int, _ metrics: LayoutMetrics)
        -> ControlLayout
    {
        var frame = room.takeFromTop(bodyHeight + textHeight)
        let lines = texts.places(in: &frame)
        // A knob is square: in a low row, it is narrower than its strip.
        let width = isSquare ? min(self.width, bodyHeight) : self.width
        frame.x += (frame.width - width) / 2
        frame.width = min(width, metrics.greatestWidth)
        frame.height = min(frame.height, metrics.greatestHeight)
        return ControlLayout(id: id, frame: frame, caption: lines.caption, value: lines.value)
    }

    /// The height of controls that do not grow with the strip: texts, and horizontal ones.
    private static func height(
        of sizing: ControlSizing, _ lineHeight: Int, _ metrics: LayoutMetrics
    ) -> Int? {
        if sizing.orientation == .horizontal {
            let beside = sizing.heightBeside
            return max(metrics.target, 2 * metrics.lineHeight)
                + beside.lines * metrics.lineHeight + beside.pixels
        }
        guard let lines = sizing.lines else { return nil }
        return max(
            sizing.targets.height * metrics.target,
            Int((lines * Double(lineHeight)).rounded()))
    }
}
