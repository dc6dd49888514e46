import Drawing

/// A part of a strip with the height that it needs: a control with its texts, or a stack of others.
struct StackNode {
    indirect enum Content {
        /// A control and its index in the strip.
        case control(StackItem, index: Int)
        case stack(StackDescription.Arrangement, [StackNode], Style)
        /// Cards in one place.
        case cards([StackNode])
        case space
        case line
    }

    struct Style {
        let gap: Int
        let padding: Int
        let alignment: StackDescription.Alignment
        /// Whether left and right are exchanged once everything in it has its place.
        var isMirrored = false
    }

    /// What all nodes of a strip have in common.
    struct Strip {
        let controls: [ControlDescription]
        let metrics: LayoutMetrics
        /// The IDs of controls without a value line, because a label shows the value.
        let shown: Set<String>
        /// Whether the surrounding stack or page begins at the right.
        var isRightToLeft: Bool
        /// The width for labels at the side, in sizes of their font: all controls below one another
        /// begin in one line.
        let sideLabels: Double
    }

    /// The height of texts, gaps and padding, which is never shared.
    var overhead = 0
    /// The height of the texts of a control above the control itself; 0 for others.
    var heightAbove = 0
    /// The height of the texts of a control below the control itself; 0 for others.
    var heightBelow = 0
    /// The rest of the height, if it is fixed.
    var fixedHeight: Int?
    /// The weight of the rest of the height among its neighbours.
    var weight = 1.0
    /// The least rest of the height, if it is not fixed.
    var leastHeight = 0
    /// The rest of the height below which the layout is an error, if the height is not fixed.
    var smallestHeight = 0
    /// The greatest useful rest of the height.
    var greatestHeight = Int.max
    /// The least width.
    private(set) var leastWidth = 0
    let content: Content
    private(set) var width: Int

    /// The least height, including the overhead.
    var neededHeight: Int { overhead.addingUpTo(fixedHeight ?? leastHeight) }

    /// The elements of a strip, or of a stack in it.
    ///
    /// - Parameter place: Where the stack is in another one.
    init(
        _ stack: StackDescription, width: Int, _ place: StackItem.Place = .inColumn, in strip: Strip
    ) {
        self.width = width
        let isAroundRightToLeft = strip.isRightToLeft
        var strip = strip
        if let direction = stack.direction { strip.isRightToLeft = direction == .rightToLeft }
        let style = Style(
            gap: stack.gap ?? strip.metrics.gap, padding: stack.padding,
            alignment: stack.alignment, isMirrored: strip.isRightToLeft != isAroundRightToLeft)
        let inner = max(0, width - 2 * style.padding)
        switch stack.arrangement {
        case .row:
            let isSized = stack.height != nil || place == .inColumn && stack.weight != nil
            let (nodes, needed) = Self.row(
                stack.elements, width: inner, gap: style.gap, isSized ? .inSizedRow : .inRow,
                in: strip)
            content = .stack(.row, nodes, style)
            measure(row: nodes)
            leastWidth = needed
        case .column:
            let nodes = stack.elements.compactMap {
                Self.node($0, width: inner, .inColumn, in: strip)
            }
            content = .stack(.column, nodes, style)
            measure(column: nodes, gap: style.gap)
        case .grid:
            let rows = Self.rows(of: stack, width: inner, gap: style.gap, in: strip)
            content = .stack(.column, rows, style)
            measure(column: rows, gap: style.gap)
        }
        overhead += 2 * style.padding
        leastWidth = stack.width ?? leastWidth + 2 * style.padding
        if let height = stack.height { fixedHeight = max(0, height - overhead) }
        if let weight = stack.weight { self.weight = weight }
    }

    private init(_ content: Content, width: Int) {
        self.content = content
        self.width = width
    }

    /// An element of a row or column; `nil` for a control that is placed by `at`.
    static func node(
        _ element: StackDescription.Element, width: Int, _ place: StackItem.Place,
        in strip: Strip
    ) -> StackNode? {
        switch element {
        case .control(let index):
            // A control is large, and a local variable would copy it.
            guard strip.controls[index].placement.at == nil else { return nil }
            let item = StackItem(
                strip.controls[index], width: width, place, strip.metrics,
                isShown: strip.shown.contains(strip.controls[index].id),
                sideLabels: strip.sideLabels)
            var node = StackNode(.control(item, index: index), width: width)
            node.overhead = item.textHeight
            node.heightAbove = item.textHeightAbove
            node.heightBelow = item.textHeight - item.textHeightAbove
            node.fixedHeight = item.fixedHeight
            node.weight = item.weight
            node.leastHeight = item.leastHeight
            node.smallestHeight = item.smallestHeight
            node.greatestHeight = item.greatestHeight
            node.leastWidth = item.leastWidth
            return node
        case .stack(let stack):
            return StackNode(stack, width: min(stack.width ?? width, width), place, in: strip)
        case .cards(let indices):
            let nodes = indices.compactMap {
                self.node(.control($0), width: width, place, in: strip)
            }
            if nodes.isEmpty { return nil }
            var node = StackNode(.cards(nodes), width: width)
            // Cards need the height of the highest one, as elements side by side do.
            node.measure(row: nodes)
            node.leastWidth = nodes.map(\.leastWidth).max() ?? 0
            return node
        case .space(let weight):
            var node = StackNode(.space, width: width)
            node.weight = weight
            if place != .inColumn { node.fixedHeight = 0 }
            return node
        case .line:
            var node = StackNode(.line, width: width)
            node.fixedHeight = place == .inColumn ? strip.metrics.lineWidth : 0
            return node
        }
    }

    // MARK: Sizes

    /// The rows of a grid, whose cells have the same width. An empty cell is a space.
    private static func rows(
        of grid: StackDescription, width: Int, gap: Int, in strip: Strip
    ) -> [StackNode] {
        let columns = max(1, grid.columns ?? 1)
        let cell = max(0, width - (columns - 1) * gap) / columns
        let style = Style(gap: gap, padding: 0, alignment: grid.alignment)
        return stride(from: 0, to: grid.elements.count, by: columns).map { start in
            let elements = Array(grid.elements[start...].prefix(columns))
            let missing = Array(
                repeating: StackDescription.Element.space(weight: 1),
                count: columns - elements.count)
            let cells = (elements + missing).map { element in
                var node =
                    node(element, width: cell, .inGrid, in: strip)
                    ?? StackNode(.space, width: cell)
                node.width = cell
                return node
            }
            var row = StackNode(.stack(.row, cells, style), width: width)
            row.measure(row: cells)
            let widest = cells.map(\.leastWidth).max() ?? 0
            row.leastWidth = columns * widest + (columns - 1) * gap
            return row
        }
    }

    private mutating func measure(column nodes: [StackNode], gap: Int) {
        overhead = max(0, nodes.count - 1) * gap
        weight = 0
        greatestHeight = 0
        var isFixed = true
        for node in nodes {
            overhead += node.overhead + (node.fixedHeight ?? 0)
            leastWidth = max(leastWidth, node.leastWidth)
            guard node.fixedHeight == nil else { continue }
            leastHeight = leastHeight.addingUpTo(node.leastHeight)
            smallestHeight = smallestHeight.addingUpTo(node.smallestHeight)
            isFixed = false
            weight += node.weight
            greatestHeight = greatestHeight.addingUpTo(node.greatestHeight)
        }
        if isFixed { (fixedHeight, weight) = (0, 1) }
    }

    // MARK: Places

    /// Places everything in a rectangle.
    func place(in rect: PixelRect, _ metrics: LayoutMetrics, _ places: inout Places) {
        switch content {
        case .control(let item, let index):
            var room = rect
            places.controls[index] = item.taken(
                from: &room, bodyHeight: rect.height - overhead, metrics)
        case .stack(let arrangement, let nodes, let style):
            guard style.isMirrored else {
                return place(nodes, arrangement, style, in: rect, metrics, &places)
            }
            var mirrored = Places(controls: Array(repeating: nil, count: places.controls.count))
            place(nodes, arrangement, style, in: rect, metrics, &mirrored)
            places.add(mirrored, mirroredIn: rect)
        case .cards(let nodes):
            for node in nodes {
                let texts = (above: heightAbove, below: heightBelow)
                node.place(
                    in: node.share(of: rect, beside: texts, .center), metrics, &places)
            }
        case .space: break
        case .line: places.lines.append(rect)
        }
    }

    /// Places elements from the left, whatever the direction.
    private func place(
        _ nodes: [StackNode], _ arrangement: StackDescription.Arrangement, _ style: Style,
        in rect: PixelRect, _ metrics: LayoutMetrics, _ places: inout Places
    ) {
        var inside = rect.insetBy(dx: style.padding, dy: style.padding)
        (inside.width, inside.height) = (max(0, inside.width), max(0, inside.height))
        if arrangement == .row {
            place(nodes, sideBySide: style, in: inside, metrics, &places)
        } else {
            place(nodes, belowOneAnother: style, in: inside, metrics, &places)
        }
    }

    /// The width that the node needs in a column if its controls have this height.
    private func ownWidth(forHeight height: Int) -> Int {
        switch content {
        case .control(let item, _): item.width(forHeight: height)
        case .cards(let nodes): nodes.map { $0.ownWidth(forHeight: height) }.max() ?? width
        case .stack, .space, .line: width
        }
    }

    private func place(
        _ nodes: [StackNode], belowOneAnother style: Style, in rect: PixelRect,
        _ metrics: LayoutMetrics, _ places: inout Places
    ) {
        var room = rect
        let heights = Self.heights(of: nodes, in: rect, gap: style.gap)
        for (node, height) in zip(nodes, heights) {
            var place = room.takeFromTop(node.overhead + height)
            var width = node.width
            // If it is centred, its texts have the whole width.
            if style.alignment != .center { width = min(width, node.ownWidth(forHeight: height)) }
            place.x += style.alignment.offset(in: rect.width - width)
            place.width = width
            node.place(in: place, metrics, &places)
            room.dropFromTop(style.gap)
        }
    }

    /// The height of each node without its overhead.
    ///
    /// The nodes share, by weight, the height that texts, gaps and fixed heights leave. Each has at
    /// least its least height before any other grows; one with a greatest height, such as a square
    /// knob, leaves the rest to the others. If the least heights do not fit, all shrink alike, but
    /// not below their smallest heights as long as these fit.
    private static func heights(of nodes: [StackNode], in inside: PixelRect, gap: Int) -> [Int] {
        var heights = nodes.map(\.fixedHeight)
        var open = nodes.indices.filter { heights[$0] == nil }
        let used = nodes.reduce(0) { $0 + $1.overhead + ($1.fixedHeight ?? 0) }
        var room = max(0, inside.height - used - max(0, nodes.count - 1) * gap)
        let needed = open.reduce(0) { $0 + nodes[$1].leastHeight }
        if needed > room {
            let smallest = open.reduce(0) { $0 + nodes[$1].smallestHeight }
            for node in open {
                let (least, floor) = (nodes[node].leastHeight, nodes[node].smallestHeight)
                heights[node] =
                    smallest >= room
                    ? floor * room / max(1, smallest)
                    : floor + (least - floor) * (room - smallest) / (needed - smallest)
            }
            return heights.map { $0 ?? 0 }
        }
        while !open.isEmpty {
            let weights = open.reduce(0) { $0 + nodes[$1].weight }
            let shares = open.map { Int(Double(room) * nodes[$0].weight / weights) }
            let bounded = zip(open, shares).map { node, share in
                min(max(share, nodes[node].leastHeight), nodes[node].greatestHeight)
            }
            let excess = zip(bounded, shares).reduce(0) { $0 + $1.0 - $1.1 }
            // If the nodes need more than there is, those that need more than their share are
            // settled first, because they leave less to the others. Otherwise those that can use
            // less are settled first.
            let settled = zip(bounded, shares).map { bounded, share in
                excess == 0 || (excess > 0 ? bounded > share : bounded < share)
            }
            for (index, node) in open.enumerated() where settled[index] {
                heights[node] = bounded[index]
                room -= bounded[index]
            }
            if excess == 0, let last = open.last, nodes[last].greatestHeight == .max {
                // The last one takes the rounding error, so that strips end in one line.
                heights[last]? += room
            }
            open = zip(open, settled).filter { !$0.1 }.map(\.0)
        }
        return heights.map { $0 ?? 0 }
    }
}

extension StackDescription.Alignment {
    /// The distance from the start if this much space is left.
    func offset(in room: Int) -> Int {
        switch self {
        case .start: 0
        case .center: room / 2
        case .end: room
        }
    }
}

extension Int {
    /// The sum, where the greatest number stands for no limit.
    func addingUpTo(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
