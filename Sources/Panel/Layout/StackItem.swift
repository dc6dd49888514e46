import Drawing

/// One control of a stack: how much room it wants, and what of it goes to texts.
struct StackItem {
    /// The share of the height among the strip's controls.
    let weight: Double
    /// The height without its texts where it takes no share.
    let fixedHeight: Int?
    /// The height beyond which more is of no use.
    let greatestHeight: Int
    private let id: String
    private let at: PixelRect?
    private let width: Int
    private let hasCaption: Bool
    private let hasValue: Bool

    init(_ control: ControlDescription, width: Int, _ metrics: LayoutMetrics, isShown: Bool) {
        let room = control.kind.room
        id = control.id
        at = control.placement.at
        weight = control.placement.weight ?? room.weight
        let ownWidth = room.orientation == .vertical ? min(width, metrics.widestFader) : width
        self.width = min(control.placement.width ?? ownWidth, width)
        let height = control.placement.weight == nil ? Self.height(of: room, metrics) : nil
        fixedHeight = control.placement.height ?? height
        greatestHeight = room.isSquare ? self.width : .max
        hasCaption = room.hasTexts && !control.label.isEmpty
        let fitsValue = Double(width) >= room.leastWidthOfValue * metrics.fontSize
        hasValue = room.hasTexts && !isShown && fitsValue
    }

    /// Whether the control stands where `at` says, and not in the stack.
    var isPlaced: Bool { at != nil }

    /// The height of the lines above and below the control.
    func textHeight(_ metrics: LayoutMetrics) -> Int {
        (hasCaption ? metrics.lineHeight : 0) + (hasValue ? metrics.lineHeight : 0)
    }

    /// The layout of a control that `at` places in its strip: it has no texts of its own.
    func placed(in strip: PixelRect) -> ControlLayout {
        let at = at ?? .zero
        return ControlLayout(
            id: id, frame: at.offsetBy(dx: strip.x, dy: strip.y), caption: nil, value: nil)
    }

    /// The layout of a control that takes its room from the top of what is left of the stack.
    func taken(from room: inout PixelRect, bodyHeight: Int, _ metrics: LayoutMetrics)
        -> ControlLayout
    {
        let caption = hasCaption ? room.takeFromTop(metrics.lineHeight) : nil
        var frame = room.takeFromTop(bodyHeight)
        let value = hasValue ? room.takeFromTop(metrics.lineHeight) : nil
        // A knob is square: in a low row it is narrower than its strip.
        let width = greatestHeight < .max ? min(self.width, bodyHeight) : self.width
        frame.x += (frame.width - width) / 2
        frame.width = width
        return ControlLayout(id: id, frame: frame, caption: caption, value: value)
    }

    /// What a finger needs: a thumb's length along the travel for each thumb, and once more to go.
    static func smallestSize(
        of control: ControlDescription, target: Int = LayoutMetrics.smallestTarget
    ) -> (width: Int, height: Int) {
        let targets = control.kind.room.targets
        return (max(1, targets.width * target), max(1, targets.height * target))
    }

    /// The height of what does not grow with the strip: texts, and what lies.
    private static func height(of room: ControlRoom, _ metrics: LayoutMetrics) -> Int? {
        if room.orientation == .horizontal {
            return max(metrics.target, 2 * metrics.lineHeight)
        }
        guard let lines = room.lines else { return nil }
        return max(
            room.targets.height * metrics.target,
            Int((lines * Double(metrics.lineHeight)).rounded()))
    }
}
