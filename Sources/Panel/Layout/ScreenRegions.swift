import Controls
import Drawing

/// The rectangles of a screen for its pages and areas. Neighbours overlap by the margin that both
/// have around their strips.
struct ScreenRegions: Equatable {
    /// The rectangle of every page, with the bar of tabs.
    private(set) var page: PixelRect
    /// The rectangles of the areas, in the order of the description.
    private(set) var areas: [PixelRect] = []
    /// The distance from the edge of each rectangle to its strips, in pixels.
    let margin: Int
    /// The greatest size of text in the areas: none is larger than that of the pages beside them.
    /// `nil` without areas.
    private(set) var largestText: Double?

    /// Divides a screen.
    ///
    /// - Parameter laysOutPages: Whether areas become lower if the layout of the pages makes text
    ///   smaller.
    init(
        of panel: PanelDescription, on screen: PanelDescription.Screen, laysOutPages: Bool = true
    ) {
        page = screen.bounds
        margin = panel.metrics(on: screen, strips: 1).margin
        guard !panel.areas.isEmpty else { return }
        divide(screen, for: panel)
        guard laysOutPages else { return }
        let barHeight = panel.pageBarHeight(on: screen)
        let text = panel.pages.map {
            PanelLayout(
                $0.atStart(panel.theme), on: screen, region: page, theme: panel.theme,
                barHeight: barHeight
            ).metrics.fontSize
        }.max()
        guard let text, text < largestText ?? .infinity else { return }
        largestText = text
        divide(screen, for: panel)
    }

    /// Gives the areas their rectangles, with text that is not larger than `largestText`.
    private mutating func divide(
        _ screen: PanelDescription.Screen, for panel: PanelDescription
    ) {
        page = screen.bounds
        areas = []
        // The areas at the top and bottom come first: they are as wide as the screen.
        for area in panel.areas {
            let extent = extent(of: area, on: panel, screen)
            areas.append(Self.take(extent, at: area.side, from: &page, gap: margin))
        }
        guard largestText == nil else { return }
        largestText = panel.pages.map {
            let count = $0.atStart(panel.theme).columnCount
            return panel.metrics(on: screen, strips: count, regionWidth: page.width).fontSize
        }.max()
        if largestText != nil { divide(screen, for: panel) }
    }

    /// Cuts an area, with the gaps around its strips, off the rest of the screen.
    private static func take(
        _ extent: Int, at side: AreaDescription.Side, from rest: inout PixelRect, gap: Int
    ) -> PixelRect {
        var area = rest
        if side.isWide {
            area.height = min(extent + 2 * gap, rest.height)
            if side == .bottom { area.y = rest.maxY - area.height }
            let taken = max(0, area.height - gap)
            if side == .top { rest.y += taken }
            rest.height -= taken
        } else {
            area.width = min(extent + 2 * gap, rest.width)
            if side == .right { area.x = rest.maxX - area.width }
            let taken = max(0, area.width - gap)
            if side == .left { rest.x += taken }
            rest.width -= taken
        }
        return area
    }

    private func extent(
        of area: AreaDescription, on panel: PanelDescription, _ screen: PanelDescription.Screen
    ) -> Int {
        switch area.extent {
        case .pixels(let pixels): return pixels
        case .millimetres(let millimetres):
            let density = panel.metrics(on: screen, strips: 1).density
            let wanted = Int((millimetres * density).rounded())
            guard area.side.isWide else { return wanted }
            // At least what the controls need, since the density may be an assumption.
            let needed = height(of: area.page, on: panel, screen)
            return needed.isFixed ? max(wanted, needed.height) : wanted
        case .share(let share):
            let length = area.side.isWide ? screen.height : screen.width
            return Int((Double(length) * share).rounded())
        case nil:
            guard area.side.isWide else { return width(of: area.page, beside: panel.pages) }
            let needed = height(of: area.page, on: panel, screen)
            return needed.isFixed ? needed.height : min(needed.height, page.height / 4)
        }
    }

    /// The width of an area whose strips are as wide as those of the page with the most strips.
    private func width(of area: PageDescription, beside pages: [PageDescription]) -> Int {
        let weight = { (page: PageDescription) in
            page.strips.reduce(0) { $0 + ($1.placement.weight ?? 1) }
        }
        let own = weight(area)
        let most = pages.map(weight).max() ?? 0
        return Int(Double(page.width - margin) * own / (own + most)) - margin
    }

    /// The height that the controls of the strips need, and whether none of them can be higher.
    private func height(
        of area: PageDescription, on panel: PanelDescription, _ screen: PanelDescription.Screen
    ) -> (height: Int, isFixed: Bool) {
        var greatest = 0
        var isFixed = true
        // Clients may show the strips that are hidden at start.
        for area in [area.atStart(panel.theme), area] {
            let metrics = panel.metrics(
                on: screen, strips: area.columnCount, regionWidth: page.width,
                largestText: largestText)
            let needed = LayoutAttempt.neededHeight(of: area, in: page, metrics)
            greatest = max(greatest, needed.height)
            isFixed = isFixed && needed.isFixed
        }
        return (greatest, isFixed)
    }
}

extension PanelDescription {
    /// The metrics of a page or an area.
    fileprivate func metrics(
        on screen: Screen, strips: Int, regionWidth: Int? = nil, largestText: Double? = nil
    ) -> LayoutMetrics {
        LayoutMetrics(
            on: screen, strips: strips, fontSize: theme.fontSize, regionWidth: regionWidth,
            largestText: largestText)
    }
}

extension PageDescription {
    /// The page with the strips that are visible at start.
    fileprivate func atStart(_ theme: ThemeDescription) -> PageDescription {
        styled(by: [:], theme: theme, selected: [:])
    }
}
