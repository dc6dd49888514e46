public import Drawing
public import Layers

/// Keys side by side. One is selected; each has a title or an image, and a value. Like
/// `UISegmentedControl`.
///
/// A finger selects the segment on which it lifts; until then, the one under it is highlighted.
/// Segments count from 0, from the left or the top. Calls for a segment that does not exist have no
/// effect.
open class SegmentedControl: Control {
    /// The index that means no segment.
    public static let noSegment = -1

    // MARK: Segments

    private var segments: [Segment] = []
    /// One layer for each segment, so that a change redraws only that segment.
    private var keyLayers: [Layer] = []
    private let recessLayer = Layer()

    /// The selected segment, or `noSegment`. It is `noSegment` at first, and after any index
    /// without a segment. Setting it sends no action.
    public var selectedSegmentIndex: Int {
        get { storedIndex }
        set {
            let valid = segments.indices.contains(newValue) ? newValue : Self.noSegment
            guard valid != storedIndex else { return }
            let changed = [storedIndex, valid]
            storedIndex = valid
            redraw(changed)
        }
    }
    private var storedIndex = SegmentedControl.noSegment {
        didSet { if storedIndex != oldValue { updateReadouts() } }
    }

    /// The value of the selected segment; `nil` if none is. Setting it selects the first segment
    /// with that value, or none, and sends no action.
    public var selectedValue: Double? {
        get { segments.indices.contains(storedIndex) ? segments[storedIndex].value : nil }
        set {
            selectedSegmentIndex =
                segments.firstIndex { $0.value == newValue } ?? Self.noSegment
        }
    }

    /// Whether a segment stays selected only while `valueChanged` is sent; off by default. Setting
    /// it deselects all.
    public var isMomentary = false {
        didSet { if isMomentary, !oldValue { selectedSegmentIndex = Self.noSegment } }
    }

    /// The number of segments.
    public var numberOfSegments: Int { segments.count }

    /// The title of a segment.
    public func titleForSegment(at index: Int) -> String? { segment(at: index)?.title }

    /// Sets the title of a segment; `nil` for none.
    public func setTitle(_ title: String?, forSegmentAt index: Int) {
        guard segments.indices.contains(index), title != segments[index].title else { return }
        segments[index].title = title
        redraw([index])
        updateReadouts()
    }

    /// The image of a segment, beside its title.
    public func imageForSegment(at index: Int) -> Image? { segment(at: index)?.image }

    /// Sets the image of a segment; `nil` for none.
    public func setImage(_ image: Image?, forSegmentAt index: Int) {
        guard segments.indices.contains(index), image != segments[index].image else { return }
        segments[index].image = image
        redraw([index])
    }

    /// The value of a segment; `nil` if there is no such segment.
    public func valueForSegment(at index: Int) -> Double? { segment(at: index)?.value }

    /// Sets the value of a segment. At first it is the index at which the segment was inserted. A
    /// value that is not finite is ignored.
    public func setValue(_ value: Double, forSegmentAt index: Int) {
        guard segments.indices.contains(index) else { return }
        segments[index].value = value.accepted(.finite, else: segments[index].value)
    }

    /// Whether a finger can select a segment.
    public func isEnabledForSegment(at index: Int) -> Bool {
        segment(at: index)?.isEnabled ?? false
    }

    /// Sets whether a finger can select a segment.
    public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
        guard segments.indices.contains(index), isEnabled != segments[index].isEnabled else {
            return
        }
        segments[index].isEnabled = isEnabled
        if !isEnabled, highlightedIndex == index { highlight(nil) }
        redraw([index])
    }

    /// Inserts a segment before the one at `index`, or after the last one. The selection stays on
    /// the same segment.
    public func insertSegment(withTitle title: String?, at index: Int) {
        insert(Segment(title: title, image: nil, value: 0), at: index)
    }

    /// Inserts a segment before the one at `index`, or after the last one. The selection stays on
    /// the same segment.
    public func insertSegment(with image: Image?, at index: Int) {
        insert(Segment(title: nil, image: image, value: 0), at: index)
    }

    private func insert(_ segment: Segment, at index: Int) {
        let index = index.clamped(from: 0, to: segments.count)
        segments.insert(segment, at: index)
        segments[index].value = Double(index)
        let key = Layer()
        key.delegate = self
        keyLayers.insert(key, at: index)
        layer.addSublayer(key)
        if storedIndex >= index { storedIndex += 1 }
        segmentsChanged()
    }

    /// Removes a segment. If it was selected, no segment is selected afterwards.
    public func removeSegment(at index: Int) {
        guard segments.indices.contains(index) else { return }
        segments.remove(at: index)
        keyLayers.remove(at: index).removeFromSuperlayer()
        if storedIndex == index {
            storedIndex = Self.noSegment
        } else if storedIndex > index {
            storedIndex -= 1
        }
        segmentsChanged()
    }

    /// Removes all segments.
    public func removeAllSegments() {
        while !segments.isEmpty { removeSegment(at: segments.count - 1) }
    }

    private func segmentsChanged() {
        highlightedIndex = nil
        redraw(Array(segments.indices))
        setNeedsLayout()
        updateReadouts()
    }

    private func segment(at index: Int) -> Segment? {
        segments.indices.contains(index) ? segments[index] : nil
    }

    // MARK: Appearance

    /// Whether the segments are in a column.
    public let isVertical: Bool

    /// In a right-to-left layout, the first segment of a row is at the right.
    open override func layoutDirectionDidChange() {
        setNeedsLayout()
        redraw(Array(segments.indices))
    }

    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() {
        if selectedSegmentTintColor == nil { redraw([storedIndex]) }
    }

    open override func fontDidChange() { redraw(Array(segments.indices)) }

    /// The colour of the selected segment; `nil` (the default) for the tint colour, or else the
    /// theme's accent.
    public var selectedSegmentTintColor: Color? {
        didSet { if selectedSegmentTintColor != oldValue { redraw([storedIndex]) } }
    }

    /// Segments with these titles, of which none is selected; in a column if `isVertical`.
    public init(frame: Rect, titles: [String] = [], isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        layer.addSublayer(recessLayer)
        recessLayer.delegate = self
        for title in titles { insertSegment(withTitle: title, at: segments.count) }
    }

    // MARK: Geometry

    /// Segments that suit a finger, as wide as the widest caption needs.
    open override var intrinsicContentSize: Size {
        let captions = segments.map(captionSize)
        let width = max((captions.map(\.width).max() ?? 0).rounded(.up) + 16, targetSide)
        let height = max((captions.map(\.height).max() ?? 0).rounded(.up) + 12, targetSide)
        let count = Double(segments.count)
        return isVertical
            ? Size(width: width + 4, height: height * count + 4)
            : Size(width: width * count + 4, height: height + 4)
    }

    private func captionSize(_ segment: Segment) -> Size {
        var size = segment.image?.size ?? .zero
        guard let font, let title = segment.title, !title.isEmpty else { return size }
        size.width += TextLine(title, font: font).width + (segment.image == nil ? 0 : 6)
        size.height = max(size.height, font.lineHeight)
        return size
    }

    /// The rectangle of a segment, in the control's coordinates.
    public func rectForSegment(at index: Int) -> Rect {
        guard segments.indices.contains(index) else { return .zero }
        let room = bounds.insetBy(dx: 2, dy: 2)
        let count = Double(segments.count)
        let place = Double(isRightToLeft && !isVertical ? segments.count - 1 - index : index)
        // Rounded to whole pixels, so that the segments together fill the space.
        let length = isVertical ? room.height : room.width
        let start = (length * place / count).rounded()
        let end = (length * (place + 1) / count).rounded()
        return isVertical
            ? Rect(x: room.minX, y: room.minY + start, width: room.width, height: end - start)
            : Rect(x: room.minX + start, y: room.minY, width: end - start, height: room.height)
    }

    private func segmentIndex(at point: Point) -> Int? {
        guard self.point(inside: point) else { return nil }
        let nearest = segments.indices.min {
            distance(of: $0, from: point) < distance(of: $1, from: point)
        }
        return nearest.flatMap { segments[$0].isEnabled ? $0 : nil }
    }

    private func distance(of index: Int, from point: Point) -> Double {
        let center = rectForSegment(at: index).center
        return abs(isVertical ? center.y - point.y : center.x - point.x)
    }

    open override func layoutSubviews() {
        recessLayer.frame = bounds
        for (index, key) in keyLayers.enumerated() {
            key.frame = rectForSegment(at: index).insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        }
    }

    // MARK: Drawing

    private func redraw() {
        recessLayer.setNeedsDisplay()
        redraw(Array(segments.indices))
    }

    private func redraw(_ indices: [Int]) {
        for index in indices where keyLayers.indices.contains(index) {
            keyLayers[index].setNeedsDisplay()
        }
    }

    open override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled { redraw() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if let index = keyLayers.firstIndex(where: { $0 === layer }) {
            drawKey(index, in: context)
        } else if layer === recessLayer {
            KeyFace(
                theme: bodyTheme, tint: theme.accent, isLit: false,
                isHeld: false, isEnabled: looksEnabled
            ).drawRecess(layer.bounds, in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    package override var shownTexts: [ShownText] {
        segments.indices.compactMap { index in
            let (segment, rect) = (segments[index], rectForSegment(at: index))
            let room = KeyCaption.titleWidth(
                // Inside the edges of the key and of its caption.
                in: rect.width - 10, height: rect.height, fontSize: font?.size ?? 0,
                imageWidth: segment.image?.size.width)
            return ShownText(segment.title, font: font, in: room)
        }
    }

    private func drawKey(_ index: Int, in context: Context) {
        let segment = segments[index]
        let isEnabled = looksEnabled && segment.isEnabled
        var face = KeyFace(
            theme: bodyTheme, tint: selectedSegmentTintColor ?? accentColor,
            isLit: index == storedIndex, isHeld: index == highlightedIndex, isEnabled: isEnabled)
        face.cornerRadius = theme.smallRadius
        let rect = Rect(origin: .zero, size: keyLayers[index].bounds.size)
            .insetBy(dx: KeyFace.margin + 1, dy: KeyFace.margin + 1)
        face.draw(rect, in: context)
        let caption = KeyCaption(
            title: segment.title, image: segment.image, font: font, color: face.captionColor,
            isRightToLeft: isRightToLeft, dimsImage: !isEnabled)
        caption.draw(in: face.captionRect(in: rect), context)
    }

    // MARK: Accessibility

    /// The title of the selected segment, or else its number: "2 of 3"; `nil` if none is selected.
    open override var valueText: String? {
        segment(at: storedIndex).map { $0.title ?? "\(storedIndex + 1) of \(segments.count)" }
    }

    /// The traits that were set, and `adjustable`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// Selects the next enabled segment, or the first one if none is selected. Sends the action.
    open override func accessibilityIncrement() {
        choose(segments.indices.first { $0 > storedIndex && segments[$0].isEnabled })
    }

    /// Selects the previous enabled segment, or the last one if none is selected. Sends the action.
    open override func accessibilityDecrement() {
        let end = storedIndex == Self.noSegment ? segments.count : storedIndex
        choose(segments.indices.last { $0 < end && segments[$0].isEnabled })
    }

    private func choose(_ index: Int?) {
        if isEnabled, let index { choose(index, nil) }
    }

    // MARK: Tracking

    /// The segment under the finger.
    private var highlightedIndex: Int?

    private func highlight(_ index: Int?) {
        guard index != highlightedIndex else { return }
        let changed = [highlightedIndex, index].compactMap(\.self)
        highlightedIndex = index
        redraw(changed)
    }

    open override var waitsForTaps: Bool { false }
    open override var takesTaps: Bool { true }

    open override func beginTracking(_ touch: Touch) -> Bool {
        highlight(segmentIndex(at: touch.location(in: self)))
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        highlight(segmentIndex(at: touch.location(in: self)))
        return true
    }

    open override func endTracking(_ touch: Touch) {
        let chosen = segmentIndex(at: touch.location(in: self))
        highlight(nil)
        if let chosen { choose(chosen, touch) }
    }

    private func choose(_ index: Int, _ touch: Touch?) {
        guard index != storedIndex else { return }
        selectedSegmentIndex = index
        sendActions(for: .valueChanged, touch: touch)
        if isMomentary { selectedSegmentIndex = Self.noSegment }
    }

    open override func cancelTracking(_ touch: Touch) { highlight(nil) }
}
