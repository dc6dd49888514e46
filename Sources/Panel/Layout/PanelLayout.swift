package import Drawing

/// The places of everything on one page, for one size of panel.
///
/// Strips share the page equally, and controls stack in a strip with a fixed weight for each type.
/// `width`, `height`, `weight` and `at` override this. Strips of the same weight have exactly the
/// same width in pixels; the remainder goes to the margins.
package struct PanelLayout: Equatable, Sendable {
    package let metrics: LayoutMetrics
    /// In the order of the page.
    package let strips: [StripLayout]
    /// Why the page does not fit; empty if it does.
    package let problems: [LayoutProblem]

    /// Lays out a page on a panel of `width` by `height` pixels. The top `barHeight` rows are not
    /// the page's.
    ///
    /// Texts and targets follow the millimetres, if these are known and the page has the space: no
    /// control may become too small.
    package init(
        _ page: PageDescription, width: Int, height: Int, theme: ThemeDescription,
        barHeight: Int = 0, pixelsPerMillimetre: Double? = nil
    ) {
        let row = page.strips.filter { $0.placement.at == nil }
        func layout(_ pixelsPerMillimetre: Double?) -> PanelLayout {
            PanelLayout(
                page, width: width, height: height, barHeight: barHeight,
                metrics: LayoutMetrics(
                    width: width, height: height, strips: row.count, fontSize: theme.fontSize,
                    pixelsPerMillimetre: pixelsPerMillimetre))
        }
        let plain = layout(nil)
        let measured = pixelsPerMillimetre == nil ? plain : layout(pixelsPerMillimetre)
        let target = measured.metrics.target
        let fits =
            measured.problems.isEmpty
            && measured.controls(of: page, below: target).count
                <= plain.controls(of: page, below: target).count
        self = fits ? measured : plain
    }

    private init(
        _ page: PageDescription, width: Int, height: Int, barHeight: Int, metrics: LayoutMetrics
    ) {
        let bounds = PixelRect(x: 0, y: barHeight, width: width, height: height - barHeight)
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

    /// The controls of the page whose touch targets are smaller than `target` pixels.
    private func controls(of page: PageDescription, below target: Int) -> [ControlDescription] {
        zip(page.strips.flatMap(\.controls), strips.flatMap(\.controls)).filter { control, layout in
            let needed = StackItem.smallestSize(of: control, target: target)
            return layout.frame.width < needed.width || layout.frame.height < needed.height
        }.map(\.0)
    }

    /// The control with a full ID.
    package func control(withID id: String) -> ControlLayout? {
        strips.lazy.flatMap(\.controls).first { $0.id == id }
    }

    /// The IDs of the controls whose value a label of the page shows.
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
            if let at = strip.placement.at { return at.offsetBy(dx: bounds.x, dy: bounds.y) }
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
    /// Whether there are several pages, and no control that changes them.
    var needsPageBar: Bool {
        display.hasPageBar && pages.count > 1
            && !controls.contains { $0.kind is PagesDescription }
    }

    /// The height of the tab bar above every page, including the gap above it; 0 without one.
    package func pageBarHeight(
        atWidth width: Int, height: Int, pixelsPerMillimetre: Double? = nil
    ) -> Int {
        guard needsPageBar else { return 0 }
        let scale = min(Double(width) / 800, Double(height) / 480)
        let metrics = LayoutMetrics(width: width, height: height, strips: 1, fontSize: nil)
        let tab = max(LayoutMetrics.smallestTarget, Int((30 * scale).rounded()))
        // Limited, so that it leaves enough height for the controls.
        let target = min(Int((9 * (pixelsPerMillimetre ?? 0)).rounded(.up)), height / 10)
        return metrics.gap + max(tab, target)
    }

    /// Why the panel does not fit a size, page by page, without duplicates; empty if it fits.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    package func problems(
        atWidth width: Int, height: Int, millimetres: Size? = nil
    ) -> [LayoutProblem] {
        var seen: Set<LayoutProblem> = []
        return pages.flatMap { page in
            layout(of: page, atWidth: width, height: height, millimetres: millimetres).problems
        }.filter { seen.insert($0).inserted }
    }

    /// The places of everything on a page, for a screen of this size.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    func layout(
        of page: PageDescription, atWidth width: Int, height: Int, millimetres: Size?
    ) -> PanelLayout {
        let scale = display.pixelsPerMillimetre(
            atWidth: width, height: height, display: millimetres)
        return PanelLayout(
            page, width: width, height: height, theme: theme,
            barHeight: pageBarHeight(atWidth: width, height: height, pixelsPerMillimetre: scale),
            pixelsPerMillimetre: scale)
    }
}
