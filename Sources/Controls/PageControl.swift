public import Drawing
public import Layers

/// Shows the current page, by dots or by tabs with titles, and changes it. Like `UIPageControl`.
///
/// A tap beside the current dot leads to the next page on that side, and a tap on a tab to its
/// page. A swipe leads to the page that it pulls in: to the left for the next one. In a
/// right-to-left layout, the first page is at the right. A tap on the tab of the current page sends
/// `primaryActionTriggered`.
open class PageControl: Control {
    /// The maximum number of pages.
    public static let maximumNumberOfPages = 64

    /// The length of a swipe that changes the page, in millimetres.
    private static let swipeDistance = 6.0

    // MARK: Pages

    /// The number of pages, 0 at first. It is clamped to 0…`maximumNumberOfPages`.
    public var numberOfPages: Int {
        get { pageLayers.count }
        set { setNumberOfPages(newValue.clamped(from: 0, to: Self.maximumNumberOfPages)) }
    }
    /// The current page, from 0, clamped to the existing ones. Setting it sends no action.
    public var currentPage: Int {
        get { storedPage }
        set {
            let valid = newValue.clamped(from: 0, to: max(numberOfPages - 1, 0))
            guard valid != storedPage else { return }
            let changed = [storedPage, valid]
            storedPage = valid
            redraw(changed)
            // The current dot is longer than the others.
            if !hasTabs { setNeedsLayout() }
        }
    }
    private var storedPage = 0 {
        didSet { if storedPage != oldValue { updateReadouts() } }
    }

    /// Whether the control disappears, and ignores touches, if there is at most one page; off by
    /// default.
    public var hidesForSinglePage = false {
        didSet { if hidesForSinglePage != oldValue { setNeedsLayout() } }
    }
    /// The titles of the pages, starting with the first. With titles and a font, tabs are shown in
    /// place of dots. Empty at first.
    public var titles: [String] = [] {
        didSet {
            guard titles != oldValue else { return }
            redrawAll()
            updateReadouts()
        }
    }

    // MARK: Appearance

    open override func themeDidChange() { redrawAll() }

    open override func tintColorDidChange() {
        if currentPageIndicatorTintColor == nil { redraw([storedPage]) }
    }

    open override func fontDidChange() { redrawAll() }

    /// The colour of the other pages' dots; `nil` (the default) for the theme's.
    public var pageIndicatorTintColor: Color? {
        didSet { if pageIndicatorTintColor != oldValue { redrawAll() } }
    }
    /// The colour of the current page's dot or tab; `nil` (the default) for the tint colour, or
    /// else the theme's accent.
    public var currentPageIndicatorTintColor: Color? {
        didSet { if currentPageIndicatorTintColor != oldValue { redraw([storedPage]) } }
    }

    /// A dot or a tab for each page.
    private var pageLayers: [Layer] = []

    /// A page control without pages.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    private func setNumberOfPages(_ count: Int) {
        guard count != pageLayers.count else { return }
        while pageLayers.count > count { pageLayers.removeLast().removeFromSuperlayer() }
        while pageLayers.count < count {
            let page = Layer()
            page.delegate = self
            layer.addSublayer(page)
            pageLayers.append(page)
        }
        heldPage = nil
        currentPage = storedPage
        setNeedsLayout()
        updateReadouts()
    }

    // MARK: Geometry

    /// Dots of full size with space around them, or tabs as wide as the longest title needs. Zero
    /// while the control is hidden by `hidesForSinglePage`.
    open override var intrinsicContentSize: Size {
        guard !isCollapsed, numberOfPages > 0 else { return .zero }
        let count = Double(numberOfPages)
        guard hasTabs, let font else {
            return Size(width: (12 * (2 * count + 0.6)).rounded(.up), height: targetSide)
        }
        let widest = titles.prefix(numberOfPages).map { TextLine($0, font: font).width }.max() ?? 0
        return Size(
            width: count * max(widest.rounded(.up) + 16, targetSide),
            height: max(targetSide, font.lineHeight.rounded(.up) + 8))
    }

    /// Whether there are tabs in place of dots.
    package var hasTabs: Bool { font != nil && !titles.isEmpty }

    /// The rectangle of a page's dot or tab, in the control's coordinates; empty for an unknown
    /// page.
    public func rectForPage(at index: Int) -> Rect {
        guard pageLayers.indices.contains(index) else { return .zero }
        let rect = hasTabs ? tabRect(index) : dotRect(index)
        guard isRightToLeft else { return rect }
        return Rect(
            x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.width,
            height: rect.height)
    }

    private func tabRect(_ index: Int) -> Rect {
        let count = Double(numberOfPages)
        let start = (bounds.width * Double(index) / count).rounded()
        let end = (bounds.width * Double(index + 1) / count).rounded()
        return Rect(
            x: bounds.minX + start, y: bounds.minY, width: end - start, height: bounds.height)
    }

    private func dotRect(_ index: Int) -> Rect {
        let room = bounds.width / (2 * Double(numberOfPages) + 0.6)
        let size = max(min(room, bounds.height * 0.4, 12), 2).rounded()
        let length = (size * 2.2).rounded()
        let whole = Double(2 * (numberOfPages - 1)) * size + length
        let before = Double(2 * index) * size + (index > storedPage ? length - size : 0)
        return Rect(
            x: (bounds.midX - whole / 2).rounded() + before,
            y: (bounds.midY - size / 2).rounded(),
            width: index == storedPage ? length : size, height: size)
    }

    private var isCollapsed: Bool { hidesForSinglePage && numberOfPages <= 1 }

    open override func point(inside point: Point) -> Bool {
        !isCollapsed && super.point(inside: point)
    }

    open override func layoutSubviews() {
        for (index, page) in pageLayers.enumerated() {
            page.isHidden = isCollapsed
            page.frame = rectForPage(at: index).insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        }
    }

    // MARK: Drawing

    private func redrawAll() {
        redraw(Array(pageLayers.indices))
        setNeedsLayout()
    }

    private func redraw(_ indices: [Int]) {
        for index in indices where pageLayers.indices.contains(index) {
            pageLayers[index].setNeedsDisplay()
        }
    }

    open override func stateChanged(from oldState: State) {
        if oldState.symmetricDifference(state) != .highlighted {
            redraw(Array(pageLayers.indices))
        } else if !hasTabs {
            redraw([storedPage])
        }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        guard let index = pageLayers.firstIndex(where: { $0 === layer }) else {
            return super.draw(layer, in: context)
        }
        let rect = Rect(origin: .zero, size: layer.bounds.size)
            .insetBy(dx: KeyFace.margin, dy: KeyFace.margin)
        if hasTabs { drawTab(index, rect, in: context) } else { drawDot(index, rect, in: context) }
    }

    package override var shownTexts: [ShownText] {
        guard hasTabs else { return [] }
        return titles.indices.compactMap {
            ShownText(titles[$0], font: font, in: rectForPage(at: $0).width - 12)
        }
    }

    private var currentTint: Color { currentPageIndicatorTintColor ?? accentColor }

    private func drawTab(_ index: Int, _ rect: Rect, in context: Context) {
        let isCurrent = index == storedPage
        let face = KeyFace(
            theme: bodyTheme, tint: currentTint, isLit: isCurrent, isHeld: index == heldPage,
            isEnabled: looksEnabled)
        let cap = rect.insetBy(dx: 2, dy: 2)
        face.draw(cap, in: context)
        let caption = KeyCaption(
            title: titles.indices.contains(index) ? titles[index] : nil, font: font,
            color: face.captionColor)
        caption.draw(in: face.captionRect(in: cap), context)
    }

    private func drawDot(_ index: Int, _ rect: Rect, in context: Context) {
        let dot = Path(roundedRect: rect, cornerRadius: rect.height / 2)
        let (from, to) = (Point(x: 0, y: rect.minY), Point(x: 0, y: rect.maxY))
        guard index == storedPage else {
            let color = shown(pageIndicatorTintColor ?? theme.tick)
            context.fill(
                dot,
                with: .linear(
                    Gradient([color.mixed(with: .black, by: 0.3), color]), from: from, to: to))
            return context.stroke(dot, shown(theme.bodyEdge), width: theme.lineWidth)
        }
        let tint = shown(currentTint)
        context.drawShadow(
            of: dot, offset: .zero, blur: 7, color: tint.withAlpha(isHighlighted ? 0.9 : 0.6))
        context.fill(
            dot,
            with: .linear(
                Gradient([tint.mixed(with: .white, by: isHighlighted ? 0.7 : 0.45), tint]),
                from: from, to: to))
    }

    // MARK: Accessibility

    /// The title of the current page, or else its number: "2 of 5"; `nil` without pages.
    open override var valueText: String? {
        guard numberOfPages > 0 else { return nil }
        return titles.indices.contains(storedPage)
            ? titles[storedPage] : "\(storedPage + 1) of \(numberOfPages)"
    }

    /// The traits that were set, `tabBar` and `adjustable`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union([.tabBar, .adjustable]) }
        set { super.accessibilityTraits = newValue }
    }

    /// Goes to the next page and sends the action.
    open override func accessibilityIncrement() { if isEnabled { turn(to: storedPage + 1, nil) } }

    /// Goes to the previous page and sends the action.
    open override func accessibilityDecrement() { if isEnabled { turn(to: storedPage - 1, nil) } }

    // MARK: Tracking

    /// The tab under the finger.
    private var heldPage: Int?
    private var landedAt = Point.zero
    private var hasSwiped = false

    open override var waitsForTaps: Bool { false }
    open override var takesTaps: Bool { true }
    open override var takesDrags: Bool { false }

    private func page(at point: Point) -> Int? {
        guard self.point(inside: point) else { return nil }
        if hasTabs { return pageLayers.indices.first { rectForPage(at: $0).contains(point) } }
        guard pageLayers.indices.contains(storedPage) else { return nil }
        let isBefore = (point.x < rectForPage(at: storedPage).midX) != isRightToLeft
        return (storedPage + (isBefore ? -1 : 1)).clamped(from: 0, to: numberOfPages - 1)
    }

    private func hold(_ page: Int?) {
        guard page != heldPage else { return }
        let changed = [heldPage, page].compactMap(\.self)
        heldPage = page
        redraw(changed)
    }

    open override func beginTracking(_ touch: Touch) -> Bool {
        landedAt = touch.location(in: self)
        hasSwiped = false
        if hasTabs { hold(page(at: landedAt)) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        guard !hasSwiped else { return true }
        let scale = pixelsPerMillimetre
        let distance = touch.location(in: self).x - landedAt.x
        guard abs(distance) >= Self.swipeDistance * scale else { return true }
        hasSwiped = true
        hold(nil)
        turn(to: storedPage + ((distance < 0) != isRightToLeft ? 1 : -1), touch)
        return true
    }

    open override func endTracking(_ touch: Touch) {
        hold(nil)
        guard !hasSwiped, let page = page(at: touch.location(in: self)) else { return }
        if hasTabs, page == storedPage {
            sendActions(for: .primaryActionTriggered, touch: touch)
        } else {
            turn(to: page, touch)
        }
    }

    open override func cancelTracking(_ touch: Touch) { hold(nil) }

    private func turn(to page: Int, _ touch: Touch?) {
        let before = storedPage
        currentPage = page
        if storedPage != before { sendActions(for: .valueChanged, touch: touch) }
    }
}
