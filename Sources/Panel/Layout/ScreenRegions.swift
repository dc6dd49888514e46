import Controls
import Drawing

/// The rectangles of a screen for its pages and areas. Neighbours overlap by the gap that both have
/// around their strips.
struct ScreenRegions: Equatable {
    /// The rectangle of every page, with the bar of tabs.
    private(set) var page: PixelRect
    /// The rectangles of the areas, in the order of the description.
    private(set) var areas: [PixelRect] = []
    /// The distance from the edge of each to its strips.
    let margin: Int

    /// Divides a screen.
    init(
        of panel: PanelDescription, atWidth width: Int, height: Int, pixelsPerMillimetre: Double?
    ) {
        page = PixelRect(x: 0, y: 0, width: width, height: height)
        let metrics = LayoutMetrics(
            width: width, height: height, strips: 1, fontSize: panel.theme.fontSize,
            pixelsPerMillimetre: pixelsPerMillimetre)
        margin = metrics.margin
        // The areas at the top and bottom come first: they are as wide as the screen.
        for area in panel.areas {
            let extent = Self.extent(
                of: area, on: panel, in: page, metrics,
                of: Size(width: Double(width), height: Double(height)))
            areas.append(Self.take(extent, at: area.side, from: &page, gap: margin))
        }
    }

    /// Takes an area with the gaps around its strips from the rest of the screen.
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

    private static func extent(
        of area: AreaDescription, on panel: PanelDescription, in rest: PixelRect,
        _ metrics: LayoutMetrics, of screen: Size
    ) -> Int {
        let length = area.side.isWide ? rest.height : rest.width
        switch area.extent {
        case .pixels(let pixels): return pixels
        case .millimetres(let millimetres):
            // At least what the controls need: the density may only be assumed.
            let needed = area.side.isWide ? fixedHeight(of: area.page, in: rest, metrics) : nil
            return max(Int((millimetres * metrics.density).rounded()), needed ?? 0)
        case .share(let share):
            let length = area.side.isWide ? screen.height : screen.width
            return Int((length * share).rounded())
        case nil:
            guard area.side.isWide else {
                return width(of: area.page, beside: panel.pages, in: length, metrics)
            }
            return fixedHeight(of: area.page, in: rest, metrics) ?? length / 4
        }
    }

    /// The width that strips have which are as wide as those of the page with the most.
    private static func width(
        of area: PageDescription, beside pages: [PageDescription], in length: Int,
        _ metrics: LayoutMetrics
    ) -> Int {
        let weight = { (page: PageDescription) in
            page.strips.reduce(0) { $0 + ($1.placement.weight ?? 1) }
        }
        let own = weight(area)
        let most = pages.map(weight).max() ?? 0
        return Int(Double(length - metrics.margin) * own / (own + most)) - metrics.margin
    }

    /// The height that the controls of the strips need; `nil` if some can be of any height.
    private static func fixedHeight(
        of area: PageDescription, in rest: PixelRect, _ metrics: LayoutMetrics
    ) -> Int? {
        let width = (rest.width - metrics.margin) / max(1, area.strips.count) - metrics.margin
        var greatest = 0
        for strip in area.strips {
            let frame = PixelRect(x: 0, y: 0, width: width, height: rest.height)
            guard let height = ControlStack(strip, in: frame, metrics, shown: []).fixedHeight else {
                return nil
            }
            greatest = max(greatest, height)
        }
        return greatest
    }
}
