public import Drawing
public import Layers

/// A thumb that slides between two ends, off and on. A tap moves it to the other end. Like
/// `UISwitch`.
///
/// `valueChanged` is sent once, when the finger lifts, if the state changed. In a right-to-left
/// layout, a horizontal switch is on when the thumb is at the left. For a title or a
/// `confirmation`, use a latching `Button`.
open class Switch: Control {
    /// Whether the switch is on. Setting it sends no action.
    public var isOn: Bool {
        get { storedIsOn }
        set { setOn(newValue, animated: false) }
    }
    private var storedIsOn = false {
        didSet { if storedIsOn != oldValue { updateReadouts() } }
    }

    /// Whether the thumb moves vertically, with on at the top.
    public let isVertical: Bool
    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() {
        if onTintColor == nil { onColorDidChange() }
    }

    private func onColorDidChange() {
        onLayer.setNeedsDisplay()
        // The halo of a held thumb has this colour.
        if isHighlighted { thumbLayer.setNeedsDisplay() }
    }

    /// The colour of the track when off; `nil` (the default) for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { offLayer.setNeedsDisplay() } }
    }
    /// The colour of the track when on; `nil` (the default) for the tint colour, or else the
    /// theme's accent.
    public var onTintColor: Color? {
        didSet { if onTintColor != oldValue { onColorDidChange() } }
    }
    /// The colour of the thumb; `nil` (the default) for the theme's.
    public var thumbTintColor: Color? {
        didSet { if thumbTintColor != oldValue { thumbLayer.setNeedsDisplay() } }
    }

    private let offLayer = Layer()
    private let onLayer = Layer()
    private let thumbLayer = Layer()
    /// The position of the thumb while a finger holds it, 0 for off to 1 for on.
    private var heldPosition: Double?
    private var drag = LinearDrag(touch: 0, position: 0)
    private var landedAt = Point.zero
    private var hasSlid = false

    /// A switch in the middle of `frame`, horizontal unless `isVertical`. It is off.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        for part in [offLayer, onLayer, thumbLayer] {
            layer.addSublayer(part)
            part.delegate = self
        }
    }

    /// Switches on or off, and sends no action. With `animated`, the thumb slides there in 0.2 s. A
    /// finger that holds the thumb continues from there.
    public func setOn(_ isOn: Bool, animated: Bool) {
        guard isOn != storedIsOn else { return }
        let before = (thumbRect, onLayer.opacity)
        storedIsOn = isOn
        stopSlide()
        if heldPosition != nil { holdThumb(at: isOn ? 1 : 0) }
        layoutIfNeeded()
        showPosition()
        if animated { slide(from: before) }
    }

    // MARK: Geometry

    /// A width that suits a finger, and a length of 1.8 times that.
    open override var intrinsicContentSize: Size {
        let length = (targetSide * 1.8).rounded()
        return isVertical
            ? Size(width: targetSide, height: length) : Size(width: length, height: targetSide)
    }

    private var across: Double { max(min(shortSide, longSide / 1.6, 56), 0) }
    private var shortSide: Double { isVertical ? bounds.width : bounds.height }
    private var longSide: Double { isVertical ? bounds.height : bounds.width }

    /// The centred track, with a width that suits a finger and the control.
    private var trackRect: Rect {
        let length = min(across * 1.8, longSide)
        return Rect(
            center: bounds.center,
            size: isVertical
                ? Size(width: across, height: length) : Size(width: length, height: across)
        ).insetBy(dx: 2, dy: 2)
    }

    private var thumbDiameter: Double {
        max(min(trackRect.width, trackRect.height) - 6, 0)
    }

    private var travel: LinearTravel {
        LinearTravel(
            bounds: trackRect.insetBy(dx: 3, dy: 3), isVertical: isVertical,
            thumbLength: thumbDiameter)
    }

    /// The position along the travel, mirrored in a right-to-left layout if the switch is
    /// horizontal.
    private func along(_ position: Double) -> Double {
        isRightToLeft && !isVertical ? 1 - position : position
    }

    /// The present rectangle of the thumb, in the control's coordinates.
    public var thumbRect: Rect {
        let position = heldPosition ?? (isOn ? 1 : 0)
        return Rect(
            center: travel.point(at: along(position)),
            size: Size(width: thumbDiameter, height: thumbDiameter))
    }

    open override func layoutSubviews() {
        let track = trackRect.insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        offLayer.frame = Self.onWholePixels(track)
        onLayer.frame = offLayer.frame
        showPosition()
    }

    private static func onWholePixels(_ rect: Rect) -> Rect {
        Rect(
            x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(),
            height: rect.height.rounded())
    }

    private func showPosition() {
        thumbLayer.frame = Self.onWholePixels(
            thumbRect.insetBy(
                dx: -SliderAppearance.thumbMargin, dy: -SliderAppearance.thumbMargin))
        onLayer.opacity = heldPosition ?? (isOn ? 1 : 0)
    }

    private func slide(from before: (thumb: Rect, opacity: Double)) {
        let dx = before.thumb.minX - thumbRect.minX
        let dy = before.thumb.minY - thumbRect.minY
        let duration = Duration.milliseconds(200)
        thumbLayer.add(
            KeyframeAnimation(
                isVertical ? .translationY : .translationX, values: [isVertical ? dy : dx, 0],
                duration: duration), forKey: "slide")
        onLayer.add(
            KeyframeAnimation(
                .opacity, values: [before.opacity, onLayer.opacity], duration: duration),
            forKey: "slide")
    }

    private func stopSlide() {
        thumbLayer.removeAnimation(forKey: "slide")
        onLayer.removeAnimation(forKey: "slide")
    }

    // MARK: Drawing

    private func redraw() {
        for part in [offLayer, onLayer, thumbLayer] { part.setNeedsDisplay() }
    }

    open override func stateChanged(from oldState: State) {
        thumbLayer.isHidden = isDisplay
        thumbLayer.setNeedsDisplay()
        if oldState.contains(.disabled) == isEnabled { redraw() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        let shown = shownTheme
        if layer === thumbLayer {
            drawThumb(shown, in: context)
        } else if layer === offLayer {
            let tint = trackTintColor ?? theme.track
            drawTrack(self.shown(tint), shown, in: context)
        } else if layer === onLayer {
            let tint = onTintColor ?? accentColor
            drawLitTrack(self.shown(tint), shown, in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func drawTrack(_ color: Color, _ theme: Theme, in context: Context) {
        let rect = offLayer.bounds.insetBy(dx: KeyFace.margin, dy: KeyFace.margin)
        let radius = min(rect.width, rect.height) / 2
        context.fill(Path(roundedRect: rect, cornerRadius: radius), theme.trackEdge)
        let groove = Path(
            roundedRect: rect.insetBy(dx: theme.lineWidth, dy: theme.lineWidth),
            cornerRadius: max(radius - theme.lineWidth, 0))
        context.fill(groove, color)
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 1.5), blur: 5, color: theme.shadow)
    }

    private func drawLitTrack(_ tint: Color, _ theme: Theme, in context: Context) {
        let rect = onLayer.bounds.insetBy(dx: KeyFace.margin, dy: KeyFace.margin)
        let radius = min(rect.width, rect.height) / 2
        let whole = Path(roundedRect: rect, cornerRadius: radius)
        context.drawShadow(of: whole, offset: .zero, blur: 7, color: tint.withAlpha(0.5))
        context.fill(whole, tint.mixed(with: .black, by: 0.4))
        let groove = Path(
            roundedRect: rect.insetBy(dx: theme.lineWidth, dy: theme.lineWidth),
            cornerRadius: max(radius - theme.lineWidth, 0))
        context.fill(
            groove,
            with: .linear(
                Gradient([
                    tint.mixed(with: .black, by: 0.12), tint.mixed(with: .white, by: 0.22),
                ]), from: Point(x: 0, y: rect.minY), to: Point(x: 0, y: rect.maxY)))
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 1.5), blur: 5,
            color: theme.shadow.withAlpha(theme.shadow.alpha * 0.7))
    }

    private func drawThumb(_ theme: Theme, in context: Context) {
        let rect = thumbLayer.bounds.insetBy(
            dx: SliderAppearance.thumbMargin, dy: SliderAppearance.thumbMargin)
        SliderAppearance(
            theme: bodyTheme, trackColor: nil, thumbColor: thumbTintColor,
            haloColor: onTintColor ?? tintColor,
            curvaceousness: 1,
            isVertical: isVertical, isEnabled: looksEnabled
        ).drawThumb(
            rect, cornerRadius: min(rect.width, rect.height) / 2, markColor: nil,
            isHeld: isHighlighted, in: context)
        // A hollow for the finger.
        let dish = Path(ellipseIn: rect.insetBy(dx: rect.width * 0.26, dy: rect.height * 0.26))
        context.drawInnerShadow(
            of: dish, offset: Point(x: 0, y: 1), blur: 4, color: theme.shadow.withAlpha(0.45))
    }

    // MARK: Accessibility

    /// "on" or "off".
    open override var valueText: String? { isOn ? "on" : "off" }

    /// The traits that were set, `button` and `toggleButton`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union([.button, .toggleButton]) }
        set { super.accessibilityTraits = newValue }
    }

    /// Switches to the other state and sends the action.
    open override func accessibilityActivate() -> Bool {
        guard isUsable else { return false }
        setOn(!isOn, animated: true)
        sendActions(for: .valueChanged)
        return true
    }

    // MARK: Tracking

    open override var waitsForTaps: Bool { false }
    open override var takesTaps: Bool { true }

    open override func beginTracking(_ touch: Touch) -> Bool {
        stopSlide()
        landedAt = touch.location(in: self)
        hasSlid = false
        holdThumb(at: isOn ? 1 : 0)
        return true
    }

    private func holdThumb(at position: Double) {
        heldPosition = position
        drag = LinearDrag(touch: travel.position(at: landedAt), position: along(position))
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        if !hasSlid {
            let slop = (window?.tapSlop ?? 1.5) * pixelsPerMillimetre
            guard landedAt.distance(to: point) > slop else { return true }
            hasSlid = true
            drag = LinearDrag(
                touch: travel.position(at: point), position: along(heldPosition ?? 0))
        }
        let position = drag.move(to: travel.position(at: point), gain: 1)
        heldPosition = along(position.clamped(from: 0, to: 1))
        landedAt = point
        showPosition()
        return true
    }

    open override func endTracking(_ touch: Touch) {
        release(hasSlid ? (heldPosition ?? 0) >= 0.5 : !isOn, touch)
    }

    open override func cancelTracking(_ touch: Touch) { release(isOn, touch) }

    private func release(_ isOn: Bool, _ touch: Touch) {
        let before = (thumbRect, onLayer.opacity)
        heldPosition = nil
        let isChanged = isOn != storedIsOn
        storedIsOn = isOn
        showPosition()
        if thumbRect != before.0 { slide(from: before) }
        if isChanged { sendActions(for: .valueChanged, touch: touch) }
    }
}
