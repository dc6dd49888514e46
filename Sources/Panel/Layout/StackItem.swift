import Drawing

/// One control of a stack: the height that it needs, and how much of it is for texts.
struct StackItem {
    /// The weight among the strip's controls.
    let weight: Double
    /// The height without its texts, if it is fixed.
    let fixedHeight: Int?
    /// The greatest useful height.
    let greatestHeight: Int
    private let id: String
    private let width: Int
    private let hasCaption: Bool
    private let hasValue: Bool

    /// - Parameters:
    ///   - width: The available width.
    ///   - isInRow: Whether `weight` is that of its width.
    ///   - isShown: Whether a label shows its value.
    init(
        _ control: ControlDescription, width: Int, isInRow: Bool = false,
        _ metrics: LayoutMetrics, isShown: Bool
    ) {
        let sizing = control.kind.sizing
        id = control.id
        let ownWeight = isInRow ? nil : control.placement.weight
        weight = ownWeight ?? sizing.weight
        let ownWidth = sizing.orientation == .vertical ? min(width, metrics.widestFader) : width
        self.width = min(control.placement.width ?? ownWidth, width)
        let height = ownWeight == nil ? Self.height(of: sizing, metrics) : nil
        fixedHeight = control.placement.height ?? height
        greatestHeight = sizing.isSquare ? self.width : .max
        hasCaption = sizing.hasTexts && !control.label.isEmpty
        let fitsValue = Double(width) >= sizing.minimumValueWidth * metrics.fontSize
        hasValue = sizing.hasTexts && !isShown && fitsValue
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
        let width = greatestHeight < .max ? min(self.width, bodyHeight) : self.width
        frame.x += (frame.width - width) / 2
        frame.width = min(width, metrics.greatestWidth)
        frame.height = min(frame.height, metrics.greatestHeight)
        return ControlLayout(id: id, frame: frame, caption: caption, value: value)
    }

    /// The size that fingers need: along the travel, one target for each thumb and one to move in.
    static func smallestSize(
        of control: ControlDescription, target: Int = LayoutMetrics.smallestTarget
    ) -> (width: Int, height: Int) {
        let targets = control.kind.sizing.targets
        return (max(1, targets.width * target), max(1, targets.height * target))
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
