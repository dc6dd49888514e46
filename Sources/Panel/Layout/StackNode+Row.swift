import Drawing

// Elements side by side.
extension StackNode {
    /// The elements of a row, and the width that the row needs. The remainder of a division is left
    /// at its ends.
    static func row(
        _ elements: [StackDescription.Element], width: Int, gap: Int, _ place: StackItem.Place,
        in strip: Strip
    ) -> (nodes: [StackNode], leastWidth: Int) {
        let elements = elements.filter { element in
            if case .control(let index) = element {
                return strip.controls[index].placement.at == nil
            }
            return true
        }
        let wanted = elements.map { wantedWidth(of: $0, in: strip) }
        let fixed = wanted.reduce(0) { $0 + ($1.fixed ?? 0) }
        let gaps = max(0, elements.count - 1) * gap
        let room = max(0, width - fixed - gaps)
        let open = wanted.indices.filter { wanted[$0].fixed == nil }
        let shares = widths(in: room, of: open.map { (wanted[$0].weight, 0) })
        var nodes = zip(elements, wanted).map { element, wanted in
            wanted.fixed.flatMap { node(element, width: $0, place, in: strip) }
        }
        for (index, share) in zip(open, shares) {
            nodes[index] = node(elements[index], width: share, place, in: strip)
        }
        let least = open.map { nodes[$0]?.leastWidth ?? 0 }
        if zip(shares, least).contains(where: <) {
            let bounded = zip(open, least).map { (wanted[$0].weight, $1) }
            for (index, width) in zip(open, widths(in: room, of: bounded)) {
                nodes[index] = node(elements[index], width: width, place, in: strip)
            }
        }
        return (nodes.compactMap(\.self), fixed + gaps + least.reduce(0, +))
    }

    /// The widths of elements that share `room` by weight. Each gets its least width before another
    /// one gets more. If there is too little for that, all get the same fraction of their least
    /// widths.
    private static func widths(
        in room: Int, of elements: [(weight: Double, least: Int)]
    ) -> [Int] {
        let needed = elements.reduce(0) { $0 + $1.least }
        guard needed <= room else { return elements.map { $0.least * room / needed } }
        var widths = elements.map(\.least)
        var open = Array(elements.indices)
        var rest = room
        while !open.isEmpty {
            let weights = open.reduce(0) { $0 + elements[$1].weight }
            for index in open {
                widths[index] = Int(Double(rest) * elements[index].weight / weights + 1e-6)
            }
            let short = open.filter { widths[$0] < elements[$0].least }
            if short.isEmpty { break }
            for index in short {
                widths[index] = elements[index].least
                rest -= widths[index]
            }
            open.removeAll(where: short.contains)
        }
        return widths
    }

    private static func wantedWidth(
        of element: StackDescription.Element, in strip: Strip
    ) -> (fixed: Int?, weight: Double) {
        switch element {
        case .control(let index):
            let placement = strip.controls[index].placement
            return (
                placement.width, placement.weight ?? strip.controls[index].kind.sizing.widthWeight
            )
        case .cards(let indices):
            return indices.map { wantedWidth(of: .control($0), in: strip) }
                .max { $0.weight < $1.weight } ?? (nil, 1)
        case .stack(let stack): return (stack.width, stack.weight ?? 1)
        case .space(let weight): return (nil, weight)
        case .line: return (strip.metrics.lineWidth, 0)
        }
    }

    // MARK: Heights

    /// Whether the texts of the node are on the same lines as those of its neighbours.
    private var hasTextLines: Bool {
        switch content {
        case .control, .cards: true
        case .stack, .space, .line: false
        }
    }

    /// Measures elements side by side, whose texts are on one line above the controls and one
    /// below.
    mutating func measure(row nodes: [StackNode]) {
        let controls = nodes.filter(\.hasTextLines)
        heightAbove = controls.map(\.heightAbove).max() ?? 0
        heightBelow = controls.map(\.heightBelow).max() ?? 0
        let texts = heightAbove + heightBelow
        let overheads = nodes.map { $0.hasTextLines ? texts : $0.overhead }
        let overhead = overheads.max() ?? 0
        self.overhead = overhead
        /// The greatest of some heights beyond the overhead.
        func rest(_ height: (StackNode) -> Int) -> Int {
            let heights = zip(nodes, overheads).map { height($0).addingUpTo($1) }
            let greatest = heights.max() ?? 0
            return greatest == .max ? .max : max(0, greatest - overhead)
        }
        let open = nodes.filter { $0.fixedHeight == nil }
        guard !open.isEmpty else {
            fixedHeight = rest { $0.fixedHeight ?? 0 }
            return
        }
        weight = open.map(\.weight).max() ?? 1
        leastHeight = rest { $0.fixedHeight ?? $0.leastHeight }
        smallestHeight = min(rest { $0.fixedHeight ?? $0.smallestHeight }, leastHeight)
        greatestHeight = max(rest { $0.fixedHeight ?? $0.greatestHeight }, leastHeight)
    }

    // MARK: Places

    /// Places elements side by side.
    func place(
        _ nodes: [StackNode], sideBySide style: Style, in rect: PixelRect,
        _ metrics: LayoutMetrics, _ places: inout Places
    ) {
        let used = nodes.reduce(0) { $0 + $1.width } + max(0, nodes.count - 1) * style.gap
        let texts = (above: heightAbove, below: heightBelow)
        var room = rect
        room.x += max(0, rect.width - used) / 2
        for node in nodes {
            room.width = node.width
            node.place(in: node.share(of: room, beside: texts, style.alignment), metrics, &places)
            room.x += node.width + style.gap
        }
    }

    /// The node's part of a row; it may be lower than the row.
    ///
    /// - Parameter texts: The heights of the row's lines of text, between which controls are.
    func share(
        of rect: PixelRect, beside texts: (above: Int, below: Int),
        _ alignment: StackDescription.Alignment
    ) -> PixelRect {
        if case .line = content { return rect }
        var (top, height) = (rect.y, rect.height)
        if hasTextLines {
            top += texts.above - heightAbove
            height -= texts.above + texts.below - overhead
        }
        let wanted = (fixedHeight ?? greatestHeight).addingUpTo(overhead)
        let own = max(0, min(wanted, height))
        return PixelRect(
            x: rect.x, y: top + alignment.offset(in: max(0, height - own)), width: rect.width,
            height: own)
    }
}
