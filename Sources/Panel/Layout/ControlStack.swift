import Drawing

/// The controls of one strip from top to bottom, below the name of the strip.
struct ControlStack {
    let layout: StripLayout
    /// The problems; each message continues "at 800×480 ".
    let problems: [LayoutProblem]

    /// Stacks a strip's controls in its frame.
    ///
    /// - Parameter shown: The IDs of controls without a value line, because a label shows the
    ///   value.
    init(
        _ strip: StripDescription, in frame: PixelRect, _ metrics: LayoutMetrics, shown: Set<String>
    ) {
        var inside = frame.insetBy(dx: metrics.padding, dy: metrics.padding)
        inside.width = max(0, inside.width)
        inside.height = max(0, inside.height)
        var title: PixelRect?
        if strip.hasTitle {
            title = inside.takeFromTop(metrics.lineHeight)
            inside.dropFromTop(metrics.gap)
        }
        var places = StackNode.Places(
            controls: strip.controls.map { StackItem.placed($0, in: frame, metrics) })
        StackNode(
            strip.stack ?? strip.plainStack, width: inside.width,
            in: StackNode.Strip(controls: strip.controls, metrics: metrics, shown: shown)
        ).place(in: inside, metrics, &places)
        let controls = places.controls.compactMap(\.self)
        layout = StripLayout(
            id: strip.id, frame: frame, title: title, controls: controls, lines: places.lines)
        problems = zip(strip.controls, controls).compactMap { control, layout in
            Self.problem(with: control, layout, in: frame)
        }
    }

    /// The height that a strip's controls need in all; `nil` if they can be of any height.
    static func fixedHeight(
        of strip: StripDescription, width: Int, _ metrics: LayoutMetrics
    ) -> Int? {
        let title = strip.hasTitle ? metrics.lineHeight + metrics.gap : 0
        let node = StackNode(
            strip.stack ?? strip.plainStack, width: max(0, width - 2 * metrics.padding),
            in: StackNode.Strip(controls: strip.controls, metrics: metrics, shown: []))
        return node.fixedHeight.map { $0 + node.overhead + title + 2 * metrics.padding }
    }

    private static func problem(
        with control: ControlDescription, _ layout: ControlLayout, in strip: PixelRect
    ) -> LayoutProblem? {
        let frame = layout.frame
        let name = "this \(control.type)"
        let smallest = StackItem.smallestSize(of: control)
        guard frame.width >= smallest.width, frame.height >= smallest.height else {
            return LayoutProblem(
                position: control.position,
                message: "\(name) is \(frame.width)×\(frame.height) pixels, and needs "
                    + "\(smallest.width)×\(smallest.height)")
        }
        guard strip.contains(frame) else {
            return LayoutProblem(
                position: control.position, message: "\(name) is not inside its strip")
        }
        return nil
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
