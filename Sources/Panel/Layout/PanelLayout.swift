import Drawing

/// Where everything on one page is, for one size of panel.
///
/// Strips share the page equally, and controls stack in a strip with a fixed weight for each type;
/// `width`, `height`, `weight` and `at` override. All strips of the same weight are equally wide to
/// the pixel; what is left over goes to the margins.
package struct PanelLayout: Equatable, Sendable {
    package let metrics: LayoutMetrics
    /// In the order of the page.
    package let strips: [StripLayout]
    /// Why the page does not fit; empty if it does.
    package let problems: [LayoutProblem]

    /// Lays out a page on a panel of `width` by `height` pixels.
    package init(_ page: PageDescription, width: Int, height: Int, theme: ThemeDescription) {
        let row = page.strips.filter { $0.placement.at == nil }
        let metrics = LayoutMetrics(
            width: width, height: height, strips: row.count, fontSize: theme.fontSize)
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        let frames = Self.frames(of: page.strips, in: bounds, metrics)
        let shown = Self.controlsWithLabels(on: page)
        var problems: [LayoutProblem] = []
        strips = zip(page.strips, frames).map { strip, frame in
            if !bounds.contains(frame) {
                problems.append(
                    LayoutProblem(
                        position: strip.position,
                        message: "at \(width)×\(height) this strip is not inside the page"))
            }
            let stack = ControlStack(strip, in: frame, metrics, shown: shown)
            problems += stack.problems.map { problem in
                LayoutProblem(
                    position: problem.position, message: "at \(width)×\(height) \(problem.message)")
            }
            return stack.layout
        }
        self.metrics = metrics
        self.problems = problems
    }

    /// The control with a full id.
    package func control(withID id: String) -> ControlLayout? {
        strips.lazy.flatMap(\.controls).first { $0.id == id }
    }

    /// The ids of the controls whose value a label of the page shows.
    private static func controlsWithLabels(on page: PageDescription) -> Set<String> {
        Set(page.strips.flatMap(\.controls).compactMap(\.kind.shownControl))
    }

    private static func frames(
        of strips: [StripDescription], in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [PixelRect] {
        let row = strips.filter { $0.placement.at == nil }
        let widths = self.widths(of: row, in: bounds, metrics)
        let used = widths.reduce(0, +) + gaps(of: row, metrics)
        var x = bounds.x + metrics.gap + max(0, (bounds.width - 2 * metrics.gap - used) / 2)
        var rest = widths[...]
        var isFirst = true
        return strips.map { strip in
            if let at = strip.placement.at { return at }
            if !isFirst { x += gap(before: strip, metrics) }
            isFirst = false
            let height = max(0, bounds.height - 2 * metrics.gap)
            let frame = PixelRect(
                x: x, y: bounds.y + metrics.gap, width: rest.removeFirst(),
                height: min(strip.placement.height ?? height, height))
            x = frame.maxX
            return frame
        }
    }

    private static func widths(
        of row: [StripDescription], in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [Int] {
        let fixed = row.compactMap(\.placement.width).reduce(0, +)
        let weights = row.filter { $0.placement.width == nil }
            .reduce(0) { $0 + ($1.placement.weight ?? 1) }
        let room = max(0, bounds.width - 2 * metrics.gap - gaps(of: row, metrics) - fixed)
        return row.map { strip in
            strip.placement.width
                ?? Int(Double(room) * (strip.placement.weight ?? 1) / weights + 1e-6)
        }
    }

    private static func gaps(of row: [StripDescription], _ metrics: LayoutMetrics) -> Int {
        row.dropFirst().reduce(0) { $0 + gap(before: $1, metrics) }
    }

    private static func gap(before strip: StripDescription, _ metrics: LayoutMetrics) -> Int {
        strip.isSetApart ? 3 * metrics.gap : metrics.gap
    }
}

extension PanelDescription {
    /// Why the panel does not fit a size, page by page, each problem once; empty if it does.
    package func problems(atWidth width: Int, height: Int) -> [LayoutProblem] {
        var seen: Set<LayoutProblem> = []
        return pages.flatMap { page in
            PanelLayout(page, width: width, height: height, theme: theme).problems
        }.filter { seen.insert($0).inserted }
    }
}
