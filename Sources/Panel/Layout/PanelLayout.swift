package import Drawing

/// The places of everything on one page, for one size of panel.
///
/// It depends only on the description and the size. Strips share the page equally, and controls
/// stack in a strip with a fixed weight for each type, but if possible never with less than its
/// least size. `width`, `height`, `weight` and `at` override this. Strips of the same weight have
/// exactly the same width in pixels; the remainder goes to the margins.
package struct PanelLayout: Equatable, Sendable {
    package let metrics: LayoutMetrics
    /// In the order of the page.
    package let strips: [StripLayout]
    /// Why the page does not fit; empty if it does.
    package let problems: [LayoutProblem]
    /// Whether the page has space for the least sizes of its controls and texts. If not, this is
    /// why texts are cut.
    let isLargeEnough: Bool

    /// Lays out a page on a screen, in a region of which only the size matters; `nil` for the whole
    /// screen. The page is below the top `barHeight` rows. If it is right-to-left, its left and
    /// right are exchanged.
    ///
    /// If the page has too little space for the least sizes of all its controls, parts shrink in
    /// the order of `LayoutRules`.
    package init(
        _ page: PageDescription, on screen: PanelDescription.Screen, region: PixelRect? = nil,
        theme: ThemeDescription, isRightToLeft: Bool = false, barHeight: Int = 0,
        largestText: Double? = nil
    ) {
        let region = region ?? screen.bounds
        let count = page.columnCount
        let shown = page.shownControls
        let size = "\(screen.width)×\(screen.height)"
        let attempt = LayoutRules.best { step, scale in
            LayoutAttempt(
                page,
                in: PixelRect(
                    x: 0, y: barHeight, width: region.width, height: region.height - barHeight),
                LayoutMetrics(
                    on: screen, strips: count, fontSize: theme.fontSize, regionWidth: region.width,
                    largestText: largestText, isRightToLeft: isRightToLeft, tightness: step,
                    scale: scale),
                shown: shown)
        }
        metrics = attempt.chosen.metrics
        let strips = attempt.chosen.layouts()
        self.strips = isRightToLeft ? strips.map { $0.mirrored(in: region.width) } : strips
        let problems = attempt.chosen.problems(with: strips, at: size)
        isLargeEnough =
            attempt.lacking == nil && metrics.smallFontSize >= LayoutRules.leastTextPixels
        // One line for the cause. It includes the controls' warnings, but not their errors.
        self.problems =
            attempt.lacking.flatMap { $0.shortageProblem(at: size) }
            .map { [$0] + problems.filter(\.isError) } ?? problems
    }

    /// The control with a full ID.
    package func control(withID id: String) -> ControlLayout? {
        strips.lazy.flatMap(\.controls).first { $0.id == id }
    }
}

extension PageDescription {
    /// The number of strips side by side, with the missing ones of a bank.
    var columnCount: Int {
        max(strips.count(where: { $0.placement.at == nil }), bankSize ?? 0)
    }
}

extension PanelDescription {
    /// Whether there are several pages, and no control that changes them.
    var needsPageBar: Bool { showsPageBar(over: pages.count) }

    /// Whether the panel needs a page bar with this number of pages.
    func showsPageBar(over count: Int) -> Bool {
        display.hasPageBar && count > 1
            && !allPages.contains { page in
                page.strips.contains { strip in
                    // By indices, as a control is large, and would be copied.
                    strip.controls.indices.contains { strip.controls[$0].kind.showsPages }
                }
            }
    }

    /// The height of the tab bar above every page, including the gap above it; 0 without one.
    func pageBarHeight(on screen: Screen) -> Int {
        guard needsPageBar else { return 0 }
        let metrics = LayoutMetrics(on: screen, strips: 1, fontSize: nil)
        // Limited, so that it leaves enough height for the controls.
        let target = min(metrics.target, screen.height / 10)
        return metrics.margin + max(LayoutRules.leastTargetPixels, target)
    }

    /// The pixels per millimetre that are assumed for a screen of unknown size.
    package static var assumedDensity: Double { LayoutRules.assumedDensity }

    /// What is wrong with the panel on every screen, without duplicates.
    package var problems: [LayoutProblem] {
        var seen: Set<LayoutProblem> = []
        return (overlaps + unseen).filter { seen.insert($0).inserted }
    }

    /// Why the panel does not fit a size, page by page, without duplicates; empty if it fits.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    package func problems(
        atWidth width: Int, height: Int, millimetres: Size? = nil
    ) -> [LayoutProblem] {
        let divided = divided(atWidth: width, height: height, millimetres: millimetres)
        let layouts = divided.layouts(atWidth: width, height: height, millimetres: millimetres)
        return problems(dividedInto: divided, as: layouts, at: "\(width)×\(height)")
    }

    /// Why the panel does not fit a size, from existing layouts of the pages and areas.
    func problems(
        dividedInto divided: PanelDescription, as layouts: [PanelLayout], at screen: String
    ) -> [LayoutProblem] {
        var seen: Set<LayoutProblem.Key> = []
        let problems =
            divisionProblems(dividedInto: divided, at: screen) + layouts.flatMap(\.problems)
        return problems.filter { seen.insert($0.key).inserted }
    }

    /// The layouts of all pages and areas, for a screen of this size.
    ///
    /// - Parameters:
    ///   - millimetres: The size that the screen reports, used if the file has none.
    ///   - styles: What clients have changed.
    ///   - selected: The ID of the strip that each radio group has chosen.
    func layouts(
        atWidth width: Int, height: Int, millimetres: Size?, styles: [String: StyleChange] = [:],
        selected: [String: String] = [:]
    ) -> [PanelLayout] {
        let screen = screen(width: width, height: height, millimetres: millimetres)
        let barHeight = pageBarHeight(on: screen)
        let regions = ScreenRegions(of: self, on: screen)
        func layout(
            _ page: PageDescription, in region: PixelRect, largestText: Double?
        ) -> PanelLayout {
            PanelLayout(
                page.styled(by: styles, theme: theme, selected: selected), on: screen,
                region: region, theme: theme, isRightToLeft: direction == .rightToLeft,
                barHeight: page.isArea ? 0 : barHeight, largestText: largestText)
        }
        return pages.map { layout($0, in: regions.page, largestText: nil) }
            + zip(areas, regions.areas).map {
                layout($0.page, in: $1, largestText: regions.largestText)
            }
    }
}
