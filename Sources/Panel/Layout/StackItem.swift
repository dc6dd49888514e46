import Drawing

/// One control of a stack: the size that it needs, and how much of it is for texts.
struct StackItem {
    /// Where a control is in its stack.
    enum Place {
        case inColumn
        /// Its weight is that of its width.
        case inRow
        /// It has the size of its neighbours.
        case inGrid
    }

    /// The weight among the strip's controls.
    let weight: Double
    /// The height without its texts, if it is fixed.
    let fixedHeight: Int?
    /// The least height without its texts, if it is not fixed.
    let leastHeight: Int
    /// The height below which it is not accepted.
    let smallestHeight: Int
    /// The greatest useful height.
    let greatestHeight: Int
    /// The least width.
    let leastWidth: Int
    private let id: String
    private let width: Int
    private let isSquare: Bool
    private let hasCaption: Bool
    private let hasValue: Bool

    /// - Parameters:
    ///   - width: The available width.
    ///   - isShown: Whether a label shows its value.
    init(
        _ control: ControlDescription, width: Int, _ place: Place, _ metrics: LayoutMetrics,
        isShown: Bool
    ) {
        let sizing = control.kind.sizing
        id = control.id
        let ownWeight = place == .inRow ? nil : control.placement.weight
        weight = ownWeight ?? sizing.weight
        let ownWidth = sizing.orientation == .vertical ? min(width, metrics.widestFader) : width
        self.width = min(control.placement.width ?? ownWidth, width)
        let fillsCell = sizing.fillsCell && place == .inGrid
        let height = ownWeight == nil && !fillsCell ? Self.height(of: sizing, metrics) : nil
        fixedHeight = control.placement.height ?? height
        isSquare = sizing.isSquare
        greatestHeight = isSquare || fillsCell ? self.width : .max
        let least = sizing.leastSize
        leastHeight = min(metrics.pixels(least.height), greatestHeight)
        smallestHeight = min(sizing.smallestSize.height, leastHeight)
        leastWidth = control.placement.width ?? metrics.pixels(least.width)
        hasCaption = sizing.hasTexts && !control.label.isEmpty
        let fitsValue = Double(width) >= sizing.minimumValueWidth * metrics.fontSize
        let isOnDial = isSquare && metrics.hasValuesOnDials
        hasValue = sizing.hasTexts && !isShown && fitsValue && !isOnDial
    }

    /// The height of the text lines above and below the control.
    func textHeight(_ metrics: LayoutMetrics) -> Int {
        (hasCaption ? metrics.lineHeight : 0) + (hasValue ? metrics.lineHeight : 0)
    }

    /// The layout of a control that `at` places in its strip; `nil` for others. It has no text
    /// lines.
    static func placed(
        _ control: ControlDescription, in strip: PixelRect, _ metrics: LayoutMetrics
    ) -> ControlLayout? {
        control.placement.at.map { at in
            var frame = at.offsetBy(dx: strip.x, dy: strip.y)
            frame.width = min(frame.width, metrics.greatestWidth)
            frame.height = min(frame.height, metrics.greatestHeight)
            return ControlLayout(id: control.id, frame: frame, caption: nil, value: nil)
        }
    }

    /// The layout of a control that takes its height from the top of the rest of the stack.
    func taken(from room: inout PixelRect, bodyHeight: Int, _ metrics: LayoutMetrics)
        -> ControlLayout
    {
        let caption = hasCaption ? room.takeFromTop(metrics.lineHeight) : nil
        var frame = room.takeFromTop(bodyHeight)
        let value = hasValue ? room.takeFromTop(metrics.lineHeight) : nil
        // A knob is square: in a low row, it is narrower than its strip.
        let width = isSquare ? min(self.width, bodyHeight) : self.width
        frame.x += (frame.width - width) / 2
        frame.width = min(width, metrics.greatestWidth)
        frame.height = min(frame.height, metrics.greatestHeight)
        return ControlLayout(id: id, frame: frame, caption: caption, value: value)
    }

    /// The height of controls that do not grow with the strip: texts, and horizontal ones.
    private static func height(of sizing: ControlSizing, _ metrics: LayoutMetrics) -> Int? {
        if sizing.orientation == .horizontal {
            return max(metrics.target, 2 * metrics.lineHeight)
        }
        guard let lines = sizing.lines else { return nil }
        return max(
            sizing.targets.height * metrics.target,
            Int((lines * Double(metrics.lineHeight)).rounded()))
    }
}
