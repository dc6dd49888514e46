public import Drawing
public import Layers

/// A thumb that one finger moves along a straight track: a slider, or upright, a fader.
///
/// By default touching changes nothing: the value moves by what the finger moved, measured from
/// where it landed, so that a finger that overshoots an end and comes back is where it was.
open class Slider: ValueControl {
    // MARK: Fingers

    /// What touching and dragging mean.
    public enum TouchMode: String, Sendable, CaseIterable {
        /// Touching changes nothing; the value moves by what the finger moves.
        case relative
        /// The thumb goes to the finger.
        case absolute
        /// As `relative`, but only a finger that lands on the thumb counts.
        case handle
    }
    /// What touching and dragging mean; `relative` by default.
    public var touchMode = TouchMode.relative
    /// Whether the thumb goes to the finger that lands: `touchMode` is `absolute`.
    public var snap: Bool {
        get { touchMode == .absolute }
        set { if newValue != snap { touchMode = newValue ? .absolute : .relative } }
    }

    /// Where a finger must land to count.
    public enum TouchZone: String, Sendable, CaseIterable {
        /// Anywhere on the control.
        case all
        /// On the thumb.
        case handle
        /// On the track or the thumb, and not on the scale beside them.
        case gauge
    }
    /// Where a finger must land to count; anywhere by default.
    public var touchZone = TouchZone.all
    /// How far beside the thumb a finger may land where it must land on the thumb, in pixels: 10 by
    /// default, for fingers are wider than what they aim at. Below 0 it must land so far inside.
    public var handleReach = 10.0 {
        didSet { if !handleReach.isFinite { handleReach = oldValue } }
    }

    // MARK: Looks

    /// Whether the track stands upright, with the least value at the bottom: a fader.
    public let isVertical: Bool
    /// Whether the least value is at the right of a slider that lies, and the scale's labels at the
    /// right of one that stands; off by default.
    public var isRightToLeft = false {
        didSet { if isRightToLeft != oldValue { redraw() } }
    }
    /// The colour of the track on the value's side; `nil` for the theme's accent.
    public var minimumTrackTintColor: Color? {
        didSet { if minimumTrackTintColor != oldValue { colorFill() } }
    }
    /// The colour of the rest of the track; `nil` for the theme's.
    public var maximumTrackTintColor: Color? {
        didSet { if maximumTrackTintColor != oldValue { trackLayer.setNeedsDisplay() } }
    }
    /// The colour of the thumb; `nil` for the theme's.
    public var thumbTintColor: Color? {
        didSet { if thumbTintColor != oldValue { thumbLayer.setNeedsDisplay() } }
    }

    /// Where an inlay lies.
    public enum InlayPlacement: String, Sendable, CaseIterable {
        /// In the track, over what shows the value.
        case inside
        /// Beside the scale, at the trailing edge.
        case beside
    }
    /// A view along the track, such as a meter; `nil` (the default) for none. It becomes a subview
    /// and is laid out with the track; touches go through it.
    public var inlay: View? {
        didSet {
            guard inlay !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let inlay {
                inlay.isUserInteractionEnabled = false
                addSubview(inlay)
                // The thumb moves above it.
                layer.addSublayer(thumbLayer)
            }
            redraw()
        }
    }
    /// Where the inlay lies; inside the track by default.
    public var inlayPlacement = InlayPlacement.inside {
        didSet { if inlayPlacement != oldValue { redraw() } }
    }

    private let trackLayer = Layer()
    private let fillLayer = ShapeLayer()
    private let glossLayer = Layer()
    private let thumbLayer = Layer()

    private var drag = LinearDrag(touch: 0, position: 0)
    private var lastTouchPosition = 0.0

    /// A slider that lies, or stands if `isVertical`, in `frame`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        for part in [trackLayer, fillLayer, glossLayer, thumbLayer] { layer.addSublayer(part) }
        for part in [trackLayer, glossLayer, thumbLayer] { part.delegate = self }
        colorFill()
    }

    // MARK: Geometry

    /// The size of the thumb, in pixels: as wide as suits a finger and the control.
    var thumbSize: Size {
        let body = body
        let across = isVertical ? body.width : body.height
        let width = min(across * 0.82, 64)
        let length = min(max(width * 0.62, 18), 40)
        return isVertical ? Size(width: width, height: length) : Size(width: length, height: width)
    }

    var travel: LinearTravel {
        let size = thumbSize
        return LinearTravel(
            bounds: body, isVertical: isVertical, isReversed: isRightToLeft,
            thumbLength: isVertical ? size.height : size.width)
    }

    /// What the thumb moves in: the bounds without the labels of the scale and what is beside.
    private var body: Rect { parts.body }

    private var parts: (body: Rect, labels: Rect, inlay: Rect) {
        var body = bounds
        let labels = cut(
            marks.room(isVertical: isVertical), off: &body, atStart: isVertical && !isRightToLeft)
        let isBeside = inlay != nil && inlayPlacement == .beside
        let inlay = cut(
            isBeside ? inlayThickness + 4 : 0, off: &body, atStart: isVertical && isRightToLeft)
        return (body, labels, inlay)
    }

    /// Takes a strip along the track off one side of `rect`.
    private func cut(_ thickness: Double, off rect: inout Rect, atStart: Bool) -> Rect {
        guard thickness > 0 else { return .zero }
        let whole = rect
        if isVertical {
            let width = min(thickness, whole.width * 0.6)
            rect.size.width -= width
            if atStart { rect.origin.x += width }
            return Rect(
                x: atStart ? whole.minX : rect.maxX, y: whole.minY, width: width,
                height: whole.height)
        }
        let height = min(thickness, whole.height * 0.6)
        rect.size.height -= height
        return Rect(x: whole.minX, y: rect.maxY, width: whole.width, height: height)
    }

    private var inlayThickness: Double { max(8, trackThickness(across: bounds)) }

    private var trackThickness: Double {
        inlay != nil && inlayPlacement == .inside ? inlayThickness : trackThickness(across: body)
    }

    private func trackThickness(across rect: Rect) -> Double {
        max(6, min((isVertical ? rect.width : rect.height) * 0.13, 10))
    }

    /// The groove, round ends included.
    private var trackRect: Rect {
        let half = trackThickness / 2
        let line = travel.rect(from: 0, to: 1, thickness: trackThickness)
        return isVertical ? line.insetBy(dx: 0, dy: -half) : line.insetBy(dx: -half, dy: 0)
    }

    private var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)),
            major: [0, 1, scale.position(of: origin ?? 0)], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont)
    }

    /// The rectangle of the thumb at the present value, in the control's space.
    public var thumbRect: Rect {
        Rect(center: travel.point(at: scale.position(of: value)), size: thumbSize)
    }

    // MARK: Changes

    override func scaleChanged() {
        super.scaleChanged()
        setNeedsLayout()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    override func originChanged() {
        setNeedsLayout()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    override func themeChanged() { redraw() }

    override func ticksChanged() {
        trackLayer.setNeedsDisplay()
        if font != nil { redraw() }
    }

    override func textChanged() { if showsTickLabels { redraw() } }

    private func redraw() {
        colorFill()
        setNeedsLayout()
        for part in [trackLayer, glossLayer, thumbLayer] { part.setNeedsDisplay() }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        for part in [trackLayer, fillLayer, glossLayer] { part.frame = bounds }
        inlay?.frame = inlayFrame
        showValue()
    }

    private var inlayFrame: Rect {
        let track = trackRect
        guard inlayPlacement == .beside else { return track.insetBy(dx: 1, dy: 1) }
        let strip = parts.inlay
        return isVertical
            ? Rect(
                x: isRightToLeft ? strip.minX : strip.minX + 4, y: track.minY,
                width: max(strip.width - 4, 0), height: track.height)
            : Rect(
                x: track.minX, y: strip.minY + 4, width: track.width,
                height: max(strip.height - 4, 0))
    }

    override func showValue() {
        let travel = travel
        let position = scale.position(of: value)
        let thumb = Rect(center: travel.point(at: position), size: thumbSize)
        // On whole pixels: a cached thumb is copied, not resampled.
        thumbLayer.frame = Rect(
            x: (thumb.minX - SliderAppearance.thumbMargin).rounded(),
            y: (thumb.minY - SliderAppearance.thumbMargin).rounded(),
            width: (thumb.width + 2 * SliderAppearance.thumbMargin).rounded(),
            height: (thumb.height + 2 * SliderAppearance.thumbMargin).rounded())
        let from = origin.map(scale.position(of:)) ?? 0
        fillLayer.shape = .roundedRect(
            travel.rect(from: from, to: position, thickness: trackThickness - 2),
            radius: trackThickness / 2 - 1)
    }

    // MARK: Drawing

    private func colorFill() {
        let color = minimumTrackTintColor ?? theme.accent
        let tint = isEnabled ? color : theme.mute(color)
        fillLayer.fillColor = isHighlighted ? tint.mixed(with: .white, by: 0.25) : tint
    }

    open override func stateChanged(from oldState: State) {
        colorFill()
        thumbLayer.setNeedsDisplay()
        if oldState.contains(.disabled) == isEnabled {
            trackLayer.setNeedsDisplay()
            glossLayer.setNeedsDisplay()
        }
    }

    private var appearance: SliderAppearance {
        SliderAppearance(
            theme: theme, trackColor: maximumTrackTintColor, thumbColor: thumbTintColor,
            haloColor: minimumTrackTintColor, curvaceousness: 1, isVertical: isVertical,
            isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
        } else if layer === glossLayer {
            appearance.drawGloss(trackRect, in: context)
        } else if layer === thumbLayer {
            appearance.drawThumb(
                layer.bounds.insetBy(
                    dx: SliderAppearance.thumbMargin, dy: SliderAppearance.thumbMargin),
                cornerRadius: 5, markColor: isHighlighted ? .white : appearance.theme.mark,
                isHeld: isHighlighted, in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func drawTrack(in context: Context) {
        let parts = parts
        let half = trackThickness / 2
        let across = (isVertical ? parts.body.width : parts.body.height) / 2
        let theme = appearance.theme
        let marks = marks
        marks.drawLines(
            along: travel, inner: half + 5, length: max(across - half - 7, 0) * 0.8, theme,
            in: context)
        let labels = isVertical ? parts.labels.insetBy(dx: 2, dy: 0) : parts.labels
        marks.drawLabels(along: travel, in: labels, theme, in: context)
        appearance.drawTrack(trackRect, in: context)
    }

    // MARK: Tracking

    override var takesTaps: Bool { touchMode == .absolute }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        guard isInTouchZone(point), super.beginTracking(touch) else { return false }
        let position = scale.position(of: value)
        lastTouchPosition = travel.position(at: point)
        drag = LinearDrag(
            touch: lastTouchPosition, position: snap ? lastTouchPosition : position,
            gain: gain(for: fineGain(at: point)))
        if snap { follow(touch) }
        return true
    }

    private func isInTouchZone(_ point: Point) -> Bool {
        func isOn(_ rect: Rect) -> Bool {
            rect.insetBy(dx: -handleReach, dy: -handleReach).contains(point)
        }
        let isOnThumb = isOn(thumbRect)
        guard touchMode != .handle else { return isOnThumb }
        switch touchZone {
        case .all: return true
        case .handle: return isOnThumb
        case .gauge: return isOnThumb || isOn(trackRect)
        }
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        follow(touch)
        return true
    }

    override func reanchor(at position: Double) {
        drag = LinearDrag(touch: lastTouchPosition, position: position, gain: drag.gain)
    }

    /// How much slower than usual the value moves.
    private func fineGain(at point: Point) -> Double {
        fineControl.gain(
            aside: travel.distanceAside(of: point), pixelsPerMillimetre: pixelsPerMillimetre,
            hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    /// How far the value moves for what the finger moves; a thumb that goes to the finger stays
    /// under it.
    private func gain(for fineGain: Double) -> Double { snap ? fineGain : fineGain * sensitivity }

    private func follow(_ touch: Touch) {
        let point = touch.location(in: self)
        lastTouchPosition = travel.position(at: point)
        let fineGain = fineGain(at: point)
        let position = drag.move(to: lastTouchPosition, gain: gain(for: fineGain))
        follow(min(max(position, 0), 1), isFine: fineGain < 1, touch)
    }
}
