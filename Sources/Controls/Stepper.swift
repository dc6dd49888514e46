public import Drawing
public import Layers

/// Two keys that decrease or increase a value by a step, and repeat while held. Like `UIStepper`.
///
/// By default, the value is 0 to 100 in steps of 1. It is shown between the keys if there is a
/// font. A stepper has no travel, so detents, scale lines, an origin and fine control have no
/// effect. In a right-to-left layout, the increment key of a horizontal stepper is at the left.
open class Stepper: ValueControl {
    /// The distance between two values; 1 by default. A value below 0 or not finite is ignored.
    /// With 0, a step is a hundredth of the scale's travel.
    public var stepValue: Double {
        get { scale.step }
        set { scale.step = newValue }
    }
    /// Whether a step beyond one end leads to the other end; off by default.
    public var wraps = false {
        didSet { if wraps != oldValue { showValue() } }
    }
    /// Whether a key that is held repeats its step: after half a second, and faster and faster. On
    /// by default.
    public var autorepeat = true

    // MARK: Appearance

    /// Whether the keys are above one another, with the increment key at the top.
    public let isVertical: Bool
    /// The texts of the values, from the least on, in steps. A value without a text (the default)
    /// is shown as a number.
    public var titles: [String] = [] {
        didSet {
            guard titles != oldValue else { return }
            titleFont = nil
            showValue()
            updateReadouts()
        }
    }
    open override func tintColorDidChange() { redrawKeys() }

    private enum Key: CaseIterable {
        case less, more
    }

    private let recessLayer = Layer()
    private let lessLayer = Layer()
    private let moreLayer = Layer()
    private var textLayer: TextLayer?
    /// The font for which `textLayer` was created; the layer itself may use a smaller one.
    private var writtenFont: Font?
    /// The font in which all titles fit; `nil` until it is needed.
    private var titleFont: Font?
    private var heldKey: Key?
    private let repetition = RepeatGestureRecognizer()
    /// The keys that are drawn as disabled, because they would change nothing.
    private var idleKeys: Set<Key> = [.less]

    /// A stepper in `frame`, horizontal unless `isVertical`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        for part in [recessLayer, lessLayer, moreLayer] {
            layer.addSublayer(part)
            part.delegate = self
        }
        repetition.cancelsTouchesInView = false
        repetition.onRepeat = { [unowned self] in stepAgain() }
        addGestureRecognizer(repetition)
        scale = ValueScale(Taper(minimum: 0, maximum: 100), step: 1)
    }

    // MARK: Geometry

    /// Two keys that suit a finger, and space for the longest of the titles and the end values.
    open override var intrinsicContentSize: Size {
        let side = targetSide
        guard let font else {
            return isVertical
                ? Size(width: side, height: side * 2) : Size(width: side * 2, height: side)
        }
        let texts = titles + [text(for: minimumValue), text(for: maximumValue)]
        let width = texts.map { TextLine($0, font: font).width }.max() ?? 0
        return isVertical
            ? Size(
                width: max(side, width.rounded(.up) + 8),
                height: max(side * 2 + font.lineHeight, side / Self.keyShare).rounded(.up) + 4)
            : Size(
                width: max(side * 2 + width + 14, side / Self.keyShare).rounded(.up),
                height: side + 4)
    }

    /// The greatest share of the length that a key has beside a value.
    private static let keyShare = 1.0 / 3

    private func rect(of key: Key) -> Rect {
        let room = bounds.insetBy(dx: 2, dy: 2)
        let length = isVertical ? room.height : room.width
        let across = isVertical ? room.width : room.height
        // With a value between them, the keys are square if there is space.
        let size = (font == nil ? length / 2 : min(across, length * Self.keyShare)).rounded()
        let isFirst = isVertical ? key == .more : (key == .less) != isRightToLeft
        let start = isFirst ? 0 : length - size
        return isVertical
            ? Rect(x: room.minX, y: room.minY + start, width: room.width, height: size)
            : Rect(x: room.minX + start, y: room.minY, width: size, height: room.height)
    }

    /// The rectangle of the decrement key, in the control's coordinates.
    public var decrementRect: Rect { rect(of: .less) }
    /// The rectangle of the increment key, in the control's coordinates.
    public var incrementRect: Rect { rect(of: .more) }

    private func key(at point: Point) -> Key? {
        guard self.point(inside: point) else { return nil }
        return Key.allCases.first { rect(of: $0).insetBy(dx: -3, dy: -3).contains(point) }
    }

    open override func layoutSubviews() {
        titleFont = nil
        recessLayer.frame = bounds
        lessLayer.frame = decrementRect.insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        moreLayer.frame = incrementRect.insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        let (first, last) = (decrementRect, incrementRect)
        let (left, top) = (min(first.maxX, last.maxX), min(first.maxY, last.maxY))
        textLayer?.frame =
            isVertical
            ? Rect(
                x: bounds.minX + 4, y: top, width: max(bounds.width - 8, 0),
                height: max(max(first.minY, last.minY) - top, 0))
            : Rect(
                x: left + 3, y: bounds.minY,
                width: max(max(first.minX, last.minX) - left - 6, 0), height: bounds.height)
        showValue()
    }

    open override func textDidChange() {
        guard writtenFont !== font else { return showValue() }
        writtenFont = font
        titleFont = nil
        textLayer?.removeFromSuperlayer()
        textLayer = font.map(TextLayer.init(font:))
        if let textLayer { layer.addSublayer(textLayer) }
        redrawKeys()
        setNeedsLayout()
    }

    // MARK: Drawing

    open override func themeDidChange() {
        recessLayer.setNeedsDisplay()
        redrawKeys()
        showValue()
    }

    private func redrawKeys() {
        lessLayer.setNeedsDisplay()
        moreLayer.setNeedsDisplay()
    }

    private func redraw(_ key: Key) {
        (key == .less ? lessLayer : moreLayer).setNeedsDisplay()
    }

    open override func showValue() {
        writeValue()
        textLayer?.foregroundColor = shown(theme.text)
        let idle = Set(Key.allCases.filter { stepped(by: $0) == value })
        for key in idle.symmetricDifference(idleKeys) { redraw(key) }
        idleKeys = idle
    }

    open override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled { themeDidChange() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === recessLayer {
            face(of: nil).drawRecess(layer.bounds, in: context)
        } else if layer === lessLayer {
            draw(.less, in: layer.bounds, context)
        } else if layer === moreLayer {
            draw(.more, in: layer.bounds, context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func widestTitle(in font: Font) -> String {
        titles.max { TextLine($0, font: font).width < TextLine($1, font: font).width } ?? ""
    }

    private func writeValue() {
        guard let textLayer, let font else { return }
        guard title == nil else {
            let room = textLayer.bounds.size
            let fitting =
                titleFont ?? font.fit(words: widestTitle(in: font), in: room)?.font ?? font
            titleFont = fitting
            textLayer.font = fitting
            textLayer.string = title ?? ""
            return
        }
        let texts = [text(for: value)] + (shorterReadouts(nil) ?? [])
        if let fitting = font.fit(texts, in: textLayer.bounds.size) {
            textLayer.show(fitting)
        } else {
            textLayer.font = font
            textLayer.string = ""
        }
    }

    package override var shownTexts: [ShownText] {
        guard let textLayer else { return [] }
        if title != nil {
            let widest = widestTitle(in: textLayer.font)
            return [ShownText(widest, font: textLayer.font, in: textLayer.bounds.width)]
                .compactMap(\.self)
        }
        return [
            ShownText(
                text(for: value), size: textLayer.font.size, isCut: false,
                isMissing: textLayer.string.isEmpty)
        ]
    }

    private var title: String? {
        guard stepValue > 0 else { return nil }
        let index = ((value - minimumValue) / stepValue).rounded()
        return index < Double(titles.count) ? titles[Int(index)] : nil
    }

    private func face(of key: Key?) -> KeyFace {
        let isIdle = key.map(idleKeys.contains) ?? false
        var face = KeyFace(
            theme: bodyTheme, tint: theme.accent, isLit: false,
            isHeld: key != nil && heldKey == key, isEnabled: isDisplay || isEnabled && !isIdle)
        face.cornerRadius = theme.smallRadius
        return face
    }

    private func draw(_ key: Key, in bounds: Rect, _ context: Context) {
        // A display has no keys: its value is in the recess.
        if isDisplay { return }
        let face = face(of: key)
        let rect = Rect(origin: .zero, size: bounds.size)
            .insetBy(dx: KeyFace.margin + 1, dy: KeyFace.margin + 1)
        face.draw(rect, in: context)
        let center = face.captionRect(in: rect).center
        let half = (min(rect.width, rect.height) * 0.18).rounded()
        let isIdle = !isEnabled || idleKeys.contains(key)
        let color = tintColor.map { isIdle ? theme.mute($0) : $0 } ?? face.captionColor
        var bars = [Rect(x: -half, y: -1.5, width: 2 * half, height: 3)]
        if key == .more {
            bars.append(Rect(x: -1.5, y: -half, width: 3, height: half - 1.5))
            bars.append(Rect(x: -1.5, y: 1.5, width: 3, height: half - 1.5))
        }
        for bar in bars {
            context.fill(
                bar.offsetBy(dx: center.x.rounded() + 0.5, dy: center.y.rounded() + 0.5), color)
        }
    }

    // MARK: Accessibility

    /// The title of the value, or else the value as a number.
    open override var valueText: String? { title ?? text(for: value) }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? {
        title == nil ? super.shorterReadouts(format) : nil
    }

    open override func adjustValues(by direction: Double) -> Bool {
        let next = stepped(by: direction > 0 ? .more : .less)
        guard next != value else { return false }
        value = next
        return true
    }

    // MARK: Stepping

    package override var wrappingTravel: WrappingTravel? {
        wraps ? WrappingTravel(from: minimumValue, to: maximumValue, gap: stepValue) : nil
    }

    private func stepped(by key: Key) -> Double {
        let end = key == .more ? maximumValue : minimumValue
        if value == end, wraps { return key == .more ? minimumValue : maximumValue }
        let direction = key == .more ? 1.0 : -1.0
        guard stepValue > 0 else {
            return scale.value(
                at: (scale.position(of: value) + direction * 0.01).clamped(from: 0, to: 1))
        }
        // From a value between two steps, such as an end, the stepper goes to the next step: the
        // one nearest to a value slightly more than half a step away.
        return scale.valid(value + direction * stepValue * 0.51) ?? value
    }

    private func step(by key: Key, _ touch: Touch?) {
        let next = stepped(by: key)
        guard next != value else { return }
        value = next
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }

    /// Called for each repetition of a held key. Returns whether the key can repeat again.
    private func stepAgain() -> Bool {
        guard autorepeat, isTracking, isEnabled else { return false }
        // A finger that slid off the key may come back.
        guard let heldKey else { return true }
        step(by: heldKey, repetition.touches.first)
        return stepped(by: heldKey) != value
    }

    // MARK: Tracking

    open override var waitsForTaps: Bool { false }
    open override var takesTaps: Bool { true }
    open override var takesDrags: Bool { false }

    private var landedOn: Key?

    open override func beginTracking(_ touch: Touch) -> Bool {
        guard let key = key(at: touch.location(in: self)) else { return false }
        _ = super.beginTracking(touch)
        landedOn = key
        hold(key)
        step(by: key, touch)
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        hold(key(at: touch.location(in: self)) == landedOn ? landedOn : nil)
        return true
    }

    open override func endTracking(_ touch: Touch) {
        hold(nil)
        super.endTracking(touch)
    }

    open override func cancelTracking(_ touch: Touch) {
        hold(nil)
        super.cancelTracking(touch)
    }

    private func hold(_ key: Key?) {
        guard key != heldKey else { return }
        for changed in [heldKey, key].compactMap(\.self) { redraw(changed) }
        heldKey = key
    }
}
