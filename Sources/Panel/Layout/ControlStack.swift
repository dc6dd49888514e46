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
        let items = strip.controls.map {
            StackItem($0, width: inside.width, metrics, isShown: shown.contains($0.id))
        }
        let heights = Self.bodyHeights(of: items, in: inside, metrics)
        var controls: [ControlLayout] = []
        for (item, height) in zip(items, heights) {
            guard let height else {
                controls.append(item.placed(in: frame))
                continue
            }
            controls.append(item.taken(from: &inside, bodyHeight: height, metrics))
            inside.dropFromTop(metrics.gap)
        }
        layout = StripLayout(id: strip.id, frame: frame, title: title, controls: controls)
        problems = zip(strip.controls, controls).compactMap { control, layout in
            Self.problem(with: control, layout, in: frame)
        }
    }

    /// The height of each control without its texts; `nil` for one that is placed by `at`.
    ///
    /// The controls share, by weight, the height that texts, gaps and fixed heights leave. A
    /// control with a greatest height, such as a square knob, leaves the rest to the others.
    private static func bodyHeights(
        of items: [StackItem], in inside: PixelRect, _ metrics: LayoutMetrics
    ) -> [Int?] {
        var heights = items.map { $0.isPlaced ? nil : $0.fixedHeight }
        let stacked = items.indices.filter { !items[$0].isPlaced }
        var open = stacked.filter { heights[$0] == nil }
        let texts = stacked.reduce(0) { $0 + items[$1].textHeight(metrics) }
        let gaps = max(0, stacked.count - 1) * metrics.gap
        let fixed = heights.reduce(0) { $0 + ($1 ?? 0) }
        var room = max(0, inside.height - texts - gaps - fixed)
        while !open.isEmpty {
            let weights = open.reduce(0) { $0 + items[$1].weight }
            let share = { (item: Int) in Int(Double(room) * items[item].weight / weights) }
            guard let full = open.first(where: { share($0) > items[$0].greatestHeight }) else {
                let shares = open.map(share)
                for (item, share) in zip(open, shares) { heights[item] = share }
                // The last one takes the rounding error, so that strips end in one line.
                heights[open[open.count - 1]]? += room - shares.reduce(0, +)
                break
            }
            heights[full] = items[full].greatestHeight
            room -= items[full].greatestHeight
            open.removeAll { $0 == full }
        }
        return heights
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
