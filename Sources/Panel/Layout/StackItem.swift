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
        id = control.id
        at = control.placement.at
        weight = control.placement.weight ?? Self.weight(of: control)
        let ownWidth = Self.width(of: control, in: width, metrics)
        self.width = min(control.placement.width ?? ownWidth, width)
        let height = control.placement.weight == nil ? Self.height(of: control, metrics) : nil
        fixedHeight = control.placement.height ?? height
        greatestHeight = control.type == .knob ? self.width : .max
        hasCaption = control.type != .label && !control.label.isEmpty
        hasValue = control.type != .label && !isShown && Self.canWriteValue(control, width, metrics)
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
    static func smallestSize(of control: ControlDescription) -> (width: Int, height: Int) {
        let target = LayoutMetrics.smallestTarget
        switch control.kind {
        case .knob: return (target, target)
        case .slider(let slider): return along(slider.orientation, length: 2 * target)
        case .range(let range): return along(range.orientation, length: 2 * target)
        case .label: return (1, 1)
        }
    }

    private static func along(_ orientation: Orientation, length: Int) -> (width: Int, height: Int)
    {
        let target = LayoutMetrics.smallestTarget
        return orientation == .vertical ? (target, length) : (length, target)
    }

    private static func weight(of control: ControlDescription) -> Double {
        switch control.type {
        case .slider: 3
        case .range: 1.5
        case .knob, .label: 1
        }
    }

    /// The height of what does not grow with the strip: texts, and sliders that lie.
    private static func height(of control: ControlDescription, _ metrics: LayoutMetrics) -> Int? {
        switch orientation(of: control) {
        case .horizontal: max(LayoutMetrics.smallestTarget, 2 * metrics.lineHeight)
        case .vertical: nil
        case nil: control.type == .label ? metrics.lineHeight : nil
        }
    }

    private static func width(
        of control: ControlDescription, in width: Int, _ metrics: LayoutMetrics
    ) -> Int {
        orientation(of: control) == .vertical ? min(width, metrics.widestFader) : width
    }

    private static func orientation(of control: ControlDescription) -> Orientation? {
        switch control.kind {
        case .slider(let slider): slider.orientation
        case .range(let range): range.orientation
        case .knob, .label: nil
        }
    }

    /// Two values of a range need twice the width of one.
    private static func canWriteValue(
        _ control: ControlDescription, _ width: Int, _ metrics: LayoutMetrics
    ) -> Bool {
        control.type != .range || Double(width) >= 8 * metrics.fontSize
    }
}
