import Drawing

/// A page with some metrics: the frames of its strips, and whether these have space for the least
/// sizes of their controls.
struct LayoutAttempt {
    let metrics: LayoutMetrics
    private let page: PageDescription
    private let bounds: PixelRect
    private let shown: Set<String>
    private let frames: [PixelRect]
    /// The strips that were measured: all up to the first one that lacks space.
    private var stacks: [ControlStack] = []

    /// The lack of width or height for a strip.
    struct Shortage {
        enum Side { case width, height }

        let side: Side
        fileprivate let strip: Int
        /// The available fraction of the least size, below 1.
        let share: Double
    }

    /// The first shortage; `nil` if all controls have their least sizes. Lengths that the file sets
    /// are not checked.
    private(set) var shortage: Shortage?

    /// Measures a page in its rectangle.
    ///
    /// - Parameter shown: The IDs of controls without a value line, because a label shows the
    ///   value.
    init(
        _ page: PageDescription, in bounds: PixelRect, _ metrics: LayoutMetrics, shown: Set<String>
    ) {
        self.page = page
        self.bounds = bounds
        self.metrics = metrics
        self.shown = shown
        frames = Self.frames(of: page, in: bounds, metrics)
        for (index, (strip, frame)) in zip(page.strips, frames).enumerated() {
            let stack = ControlStack(strip, in: frame, metrics, shown: shown)
            stacks.append(stack)
            guard strip.placement.at == nil else { continue }
            // The side with the smaller share of its needed length is the cause.
            let width =
                strip.placement.width == nil ? Self.share(frame.width, stack.neededWidth) : 1
            let height =
                strip.placement.height == nil ? Self.share(frame.height, stack.neededHeight) : 1
            guard min(width, height) < 1 else { continue }
            shortage = Shortage(
                side: height < width ? .height : .width, strip: index, share: min(width, height))
            return
        }
    }

    /// The available fraction of a needed length, at most 1.
    private static func share(_ length: Int, _ needed: Int) -> Double {
        needed > length ? Double(max(0, length)) / Double(needed) : 1
    }

    /// The number of strips that would fit side by side, if there are too many; `nil` if all have
    /// their least widths. A strip that needs more than the whole page does not count.
    static func fittingCount(
        of page: PageDescription, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> Int? {
        let room = bounds.width - 2 * metrics.margin
        let strips = page.strips.filter { $0.placement.at == nil }
        let sizes = zip(strips, frames(of: page, in: bounds, metrics)).map { strip, frame in
            let stack = ControlStack(strip, in: frame, metrics, shown: [])
            let height = strip.placement.height == nil ? stack.neededHeight : 0
            return (
                width: strip.placement.width == nil ? stack.neededWidth : 0, frame: frame,
                share: Double(frame.height) / Double(max(height, 1))
            )
        }
        // If there is too little height, the layout makes everything smaller.
        let scale = min(1, sizes.map(\.share).min() ?? 1)
        for size in sizes {
            let needed = Int(scale * Double(size.width))
            if needed > size.frame.width, needed <= room {
                return max(1, (room + metrics.gap) / (needed + metrics.gap))
            }
        }
        return nil
    }

    /// The least height for the controls of the strips, and whether none of them can be higher.
    static func neededHeight(
        of page: PageDescription, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> (height: Int, isFixed: Bool) {
        let shown = page.shownControls
        let stacks = zip(page.strips, frames(of: page, in: bounds, metrics)).map {
            ControlStack($0, in: $1, metrics, shown: shown)
        }
        return (stacks.map(\.neededHeight).max() ?? 0, stacks.allSatisfy(\.isFixed))
    }

    /// The places of everything.
    func layouts() -> [StripLayout] {
        let rest = zip(page.strips, frames).dropFirst(stacks.count).map { strip, frame in
            ControlStack(strip, in: frame, metrics, shown: shown)
        }
        return (stacks + rest).map { $0.layout() }
    }

    // MARK: Strips

    private static func frames(
        of page: PageDescription, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [PixelRect] {
        let row = page.strips.filter { $0.placement.at == nil }
        let missing = max(0, (page.bankSize ?? 0) - row.count)
        let widths = self.widths(of: row, missing: missing, in: bounds, metrics)
        let used = widths.reduce(0, +) + gaps(of: row, metrics) + missing * metrics.gap
        var x = bounds.x + metrics.margin + max(0, (bounds.width - 2 * metrics.margin - used) / 2)
        var rest = widths[...]
        var isFirst = true
        return page.strips.map { strip in
            if let at = strip.placement.at { return at.offsetBy(dx: bounds.x, dy: bounds.y) }
            if !isFirst { x += gap(before: strip, metrics) }
            isFirst = false
            let height = max(0, bounds.height - 2 * metrics.margin)
            let frame = PixelRect(
                x: x, y: bounds.y + metrics.margin, width: rest.removeFirst(),
                height: min(strip.placement.height ?? height, height))
            x = frame.maxX
            return frame
        }
    }

    /// The widths of strips side by side, and of the missing ones of a bank.
    private static func widths(
        of row: [StripDescription], missing: Int, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [Int] {
        let fixed = row.compactMap(\.placement.width).reduce(0, +)
        let weights = row.filter { $0.placement.width == nil }
            .reduce(Double(missing)) { $0 + ($1.placement.weight ?? 1) }
        let gaps = gaps(of: row, metrics) + missing * metrics.gap
        let room = max(0, bounds.width - 2 * metrics.margin - gaps - fixed)
        let share = { (weight: Double) in Int(Double(room) * weight / weights + 1e-6) }
        return row.map { $0.placement.width ?? share($0.placement.weight ?? 1) }
            + Array(repeating: missing > 0 ? share(1) : 0, count: missing)
    }

    private static func gaps(of row: [StripDescription], _ metrics: LayoutMetrics) -> Int {
        row.dropFirst().reduce(0) { $0 + gap(before: $1, metrics) }
    }

    private static func gap(before strip: StripDescription, _ metrics: LayoutMetrics) -> Int {
        strip.isSetApart ? 3 * metrics.gap : metrics.gap
    }

    // MARK: Problems

    /// The problem of the strip that lacks space; `nil` if none does.
    func shortageProblem(at screen: String) -> LayoutProblem? {
        guard let shortage else { return nil }
        let (frame, stack) = (frames[shortage.strip], stacks[shortage.strip])
        let strip = page.strips[shortage.strip]
        let message: String
        switch shortage.side {
        case .width:
            let needed = stack.neededWidth
            let (room, count) = (bounds.width - 2 * metrics.margin, page.columnCount)
            let fitting = (room + metrics.gap) / (needed + metrics.gap)
            let isGiven = strip.controls.contains { $0.placement.width ?? 0 > frame.width }
            let advice =
                isGiven
                ? "a 'width' in it is larger"
                : fitting > 0 && fitting < count
                    ? "'banks = \(fitting)' shows \(fitting) at a time"
                    : "put fewer controls side by side, or use a larger screen"
            message =
                "needs \(length(needed)) in width, and has \(length(frame.width)): \(advice)"
        case .height:
            let isGiven = strip.controls.contains { $0.placement.height ?? 0 > frame.height }
            let advice =
                isGiven
                ? "a 'height' in it is larger"
                : "put controls side by side in a row, or on another page"
            message =
                "needs \(length(stack.neededHeight)) in height, and has "
                + "\(length(frame.height)): \(advice)"
        }
        return LayoutProblem(
            position: strip.position, message: "at \(screen) the strip '\(strip.id)' \(message)",
            isError: false, cause: message)
    }

    private func length(_ pixels: Int) -> String {
        "\(pixels) pixels (\(Int((Double(pixels) / metrics.density).rounded())) mm)"
    }

    /// The other problems of the page, with the layouts of the strips.
    func problems(with strips: [StripLayout], at screen: String) -> [LayoutProblem] {
        var problems: [LayoutProblem] = []
        for (strip, layout) in zip(page.strips, strips) {
            if !bounds.contains(layout.frame) {
                problems.append(
                    LayoutProblem(
                        position: strip.position,
                        message: "at \(screen) the strip '\(strip.id)' is not inside "
                            + page.kindName,
                        isError: true, cause: "outside \(page.kindName)"))
            }
            let sizes = PanelLayout.problems(with: strip, layout, screen: screen, metrics)
            problems += sizes
            if !sizes.contains(where: \.isError) {
                problems += LayoutProblem.overlaps(
                    of: strip, at: layout.controls, title: layout.title, screen: screen)
            }
        }
        problems += LayoutProblem.overlaps(of: page.strips, at: strips, screen: screen)
        if metrics.smallFontSize < LayoutRules.leastTextPixels {
            problems.append(
                LayoutProblem(
                    position: page.position,
                    message: "at \(screen) text has \(Int(metrics.smallFontSize)) pixels, and eyes "
                        + "need \(Int(metrics.legibleFontSize))",
                    isError: false))
        }
        return problems
    }
}
