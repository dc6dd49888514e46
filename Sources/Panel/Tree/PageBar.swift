import Controls
import Drawing

/// The tabs above every page, for panels without another control to change the page.
final class PageBar {
    /// The view of the bar.
    var view: View { control }
    /// Called with the ID of the page that a finger has chosen.
    var onChange: ((String, Touch) -> Void)?
    /// Called when a finger has tapped the tab of the page that is visible already.
    var onVisibleTab: ((Touch) -> Void)?
    /// The index of the visible page.
    var currentPage: Int {
        get { control.currentPage }
        set { control.currentPage = newValue }
    }

    /// The texts on the tabs.
    var titles: [String] {
        get { control.titles }
        set {
            guard newValue != control.titles else { return }
            control.titles = newValue
            fitFont()
        }
    }

    private let control = PageControl(frame: .zero)
    private let pages: [PageDescription]
    private let font: Font

    /// The bar of a panel; `nil` if it needs none.
    init?(_ panel: PanelDescription, theme: Theme, font: Font) {
        guard panel.needsPageBar else { return nil }
        pages = panel.pages
        self.font = font
        control.theme = theme
        control.currentPageIndicatorTintColor = panel.theme.accent
        control.numberOfPages = pages.count
        control.titles = pages.map(\.label)
        control.font = font
        control.addAction(for: .valueChanged) { [unowned self] _, touch in
            if let touch { onChange?(pages[control.currentPage].id, touch) }
        }
        control.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
            if let touch { onVisibleTab?(touch) }
        }
    }

    /// Places the bar in the top rows of the region of the pages.
    func layOut(in region: PixelRect, barHeight: Int, margin: Int) {
        let tabHeight = barHeight - margin
        let tabWidth = min((region.width - 2 * margin) / pages.count, 5 * tabHeight)
        let width = tabWidth * pages.count
        let x = control.isRightToLeft ? region.maxX - margin - width : region.x + margin
        control.frame = Rect(
            x: Double(x), y: Double(region.y + margin), width: Double(width),
            height: Double(tabHeight))
        fitFont()
    }

    private func fitFont() {
        let size = control.frame.size
        guard size.height > 0 else { return }
        control.font = font.withSize(
            font.size(
                for: titles, in: size.width / Double(pages.count) - 16,
                atMost: (size.height * 0.5).rounded()))
    }
}
