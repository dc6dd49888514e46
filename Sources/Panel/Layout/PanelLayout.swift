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

    /// Lays out a page on a panel of `width` by `height` pixels, in a region whose place does not
    /// matter; `nil` for all of it. The top `barHeight` rows are not the page's.
    ///
    /// Texts and targets follow the millimetres, if these are known and the page has the space: no
    /// control may become too small.
    package init(
        _ page: PageDescription, width: Int, height: Int, region: PixelRect? = nil,
        theme: ThemeDescription, barHeight: Int = 0, pixelsPerMillimetre: Double? = nil
    ) {
        let region = region ?? PixelRect(x: 0, y: 0, width: width, height: height)
        let row = page.strips.filter { $0.placement.at == nil }
        let count = max(row.count, page.bankSize ?? 0)
        func layout(_ pixelsPerMillimetre: Double?) -> PanelLayout {
            PanelLayout(
                page, screen: "\(width)×\(height)", width: region.width, height: region.height,
                barHeight: barHeight,
                metrics: LayoutMetrics(
                    width: width, height: height, strips: count, fontSize: theme.fontSize,
                    pixelsPerMillimetre: pixelsPerMillimetre, regionWidth: region.width))
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
        _ page: PageDescription, screen: String, width: Int, height: Int, barHeight: Int,
        metrics: LayoutMetrics
    ) {
        let bounds = PixelRect(x: 0, y: barHeight, width: width, height: height - barHeight)
        let frames = Self.frames(of: page, in: bounds, metrics)
        let shown = Self.controlsWithLabels(on: page)
        var problems: [LayoutProblem] = []
        strips = zip(page.strips, frames).map { strip, frame in
            if !bounds.contains(frame) {
                problems.append(
                    LayoutProblem(
                        position: strip.position,
                        message: "at \(screen) this strip is not inside \(page.kindName)"))
            }
            let stack = ControlStack(strip, in: frame, metrics, shown: shown)
            problems += stack.problems.map { problem in
                LayoutProblem(
                    position: problem.position, message: "at \(screen) \(problem.message)")
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
        of page: PageDescription, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [PixelRect] {
        let row = page.strips.filter { $0.placement.at == nil }
        let missing = max(0, (page.bankSize ?? 0) - row.count)
        let widths = self.widths(of: row, missing: missing, in: bounds, metrics)
        let used = widths.reduce(0, +) + gaps(of: row, metrics) + missing * metrics.gap
        var x = bounds.x + metrics.gap + max(0, (bounds.width - 2 * metrics.gap - used) / 2)
        var rest = widths[...]
        var isFirst = true
        return page.strips.map { strip in
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

    /// The widths of strips side by side, and of the missing ones of a bank.
    private static func widths(
        of row: [StripDescription], missing: Int, in bounds: PixelRect, _ metrics: LayoutMetrics
    ) -> [Int] {
        let fixed = row.compactMap(\.placement.width).reduce(0, +)
        let weights = row.filter { $0.placement.width == nil }
            .reduce(Double(missing)) { $0 + ($1.placement.weight ?? 1) }
        let gaps = gaps(of: row, metrics) + missing * metrics.gap
        let room = max(0, bounds.width - 2 * metrics.gap - gaps - fixed)
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
        return layouts(atWidth: width, height: height, millimetres: millimetres)
            .flatMap(\.problems).filter { seen.insert($0).inserted }
    }

    /// The layouts of all pages and areas, for a screen of this size.
    ///
    /// - Parameters:
    ///   - millimetres: The size that the screen reports, used if the file has none.
    ///   - styles: What clients have changed.
    func layouts(
        atWidth width: Int, height: Int, millimetres: Size?, styles: [String: StyleChange] = [:]
    ) -> [PanelLayout] {
        let scale = display.pixelsPerMillimetre(
            atWidth: width, height: height, display: millimetres)
        let barHeight = pageBarHeight(
            atWidth: width, height: height, pixelsPerMillimetre: scale)
        let regions = ScreenRegions(
            of: self, atWidth: width, height: height, pixelsPerMillimetre: scale)
        let all = pages.map { _ in regions.page } + regions.areas
        return zip(allPages, all).map { page, region in
            PanelLayout(
                page.styled(by: styles, theme: theme), width: width, height: height,
                region: region, theme: theme, barHeight: page.isArea ? 0 : barHeight,
                pixelsPerMillimetre: scale)
        }
    }
}
