import Drawing

/// The controls of one strip from top to bottom, below the name of the strip.
struct ControlStack {
    private let strip: StripDescription
    private let frame: PixelRect
    private let metrics: LayoutMetrics
    private let shown: Set<String>
    private let node: StackNode

    /// Measures a strip's controls for its frame.
    ///
    /// - Parameter shown: The IDs of controls without a value line, because a label shows the
    ///   value.
    init(
        _ strip: StripDescription, in frame: PixelRect, _ metrics: LayoutMetrics, shown: Set<String>
    ) {
        self.strip = strip
        self.frame = frame
        self.metrics = metrics
        self.shown = shown
        node = StackNode(
            strip.stack ?? strip.plainStack, width: max(0, frame.width - 2 * metrics.padding),
            in: StackNode.Strip(
                controls: strip.controls, metrics: metrics, shown: shown,
                isRightToLeft: metrics.isRightToLeft,
                sideLabels: strip.controls.map(\.sideLabelWidth).max()
                    ?? LayoutRules.sideLabel.usual))
    }

    /// The height of the title with the gap below it.
    private var titleHeight: Int { strip.hasTitle ? titleLine + metrics.gap : 0 }

    private var titleLine: Int { metrics.lineHeight(strip.textStyle) }

    /// The least height of the strip.
    var neededHeight: Int { node.neededHeight + titleHeight + 2 * metrics.padding }

    /// The least width of the strip.
    var neededWidth: Int { node.leastWidth + 2 * metrics.padding }

    /// Whether no control of the strip can be higher than it needs to be.
    var isFixed: Bool { node.fixedHeight != nil }

    /// The places of everything.
    func layout() -> StripLayout {
        var inside = frame.insetBy(dx: metrics.padding, dy: metrics.padding)
        inside.width = max(0, inside.width)
        inside.height = max(0, inside.height)
        var title: PixelRect?
        if strip.hasTitle {
            title = inside.takeFromTop(titleLine)
            inside.dropFromTop(metrics.gap)
        }
        var places = StackNode.Places(
            controls: strip.controls.map {
                StackItem.placed($0, in: frame, metrics, isShown: shown.contains($0.id))
            })
        node.place(in: inside, metrics, &places)
        return StripLayout(
            id: strip.id, frame: frame, title: title,
            controls: places.controls.compactMap(\.self), lines: places.lines)
    }
}

extension StripDescription {
    /// All controls, one below the other.
    fileprivate var plainStack: StackDescription {
        var stack = StackDescription()
        stack.elements = controls.indices.map { .control($0) }
        return stack
    }
}

extension PixelRect {
    /// Removes rows from the top; they are the result.
    mutating func takeFromTop(_ rows: Int) -> PixelRect {
        let top = PixelRect(x: x, y: y, width: width, height: rows)
        dropFromTop(rows)
        return top
    }

    /// Removes rows from the top.
    mutating func dropFromTop(_ rows: Int) {
        y += rows
        height -= rows
    }
}
