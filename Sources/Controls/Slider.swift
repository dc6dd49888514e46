public import Drawing
public import Layers

/// A thumb that one finger moves along a straight track: a slider, or upright, a fader.
///
/// By default touching changes nothing: the value moves by what the finger moved, measured from
/// where it landed, so that a finger that overshoots an end and comes back is where it was.
open class Slider: Control {
    /// What touching and dragging mean.
    public enum TouchMode: String, Sendable, CaseIterable {
        /// Touching changes nothing; the value moves by what the finger moves.
        case relative
        /// The thumb goes to the finger.
        case absolute
        /// As `relative`, but only a finger that lands on the thumb counts.
        case handle
    }

    // MARK: Value

    /// The least value, 0 by default. Raising it above `maximumValue` raises that as well.
    public var minimumValue: Double {
        get { scale.minimum }
        set { scale.minimum = newValue }
    }
    /// The greatest value, 1 by default. Lowering it below `minimumValue` lowers that as well.
    public var maximumValue: Double {
        get { scale.maximum }
        set { scale.maximum = newValue }
    }
    /// The values and where they lie on the track. The value is kept within.
    public var scale = ValueScale() {
        didSet {
            guard scale != oldValue else { return }
            storedValue = scale.valid(storedValue) ?? scale.minimum
            setNeedsLayout()
            redrawTicks()
        }
    }
    /// The value, always one that `scale` allows; 0 at first. Setting it takes the valid value
    /// nearest; NaN is ignored. No action is sent.
    public var value: Double {
        get { storedValue }
        set {
            guard let valid = scale.valid(newValue), valid != storedValue else { return }
            storedValue = valid
            setNeedsLayout()
            // The finger goes on from the value it finds.
            drag = LinearDrag(
                touch: lastTouchPosition, position: scale.position(of: valid), gain: drag.gain)
        }
    }
    private var storedValue = 0.0

    /// Whether `valueChanged` is sent while the finger moves (the default), or once at its release
    /// or cancellation, if the value is another then.
    public var isContinuous = true
    /// Values that hold a moving finger a little.
    public var detents: [Double] = []
    /// What touching and dragging mean; `relative` by default.
    public var touchMode = TouchMode.relative
    /// What makes the value move slower than the finger; nothing by default.
    public var fineControl = FineControl.none
    /// How much slower, by a second finger: 0.1 by default.
    public var fineRatio = 0.1

    // MARK: Looks

    /// Whether the track stands upright, with the least value at the bottom: a fader.
    public let isVertical: Bool
    /// The value that the track is filled from; `nil` (the default) for the minimum.
    public var origin: Double? {
        didSet {
            guard origin != oldValue else { return }
            setNeedsLayout()
            redrawTicks()
        }
    }
    /// The colours of what has no colour of its own.
    public var theme = Theme.dark {
        didSet { if theme != oldValue { redraw() } }
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
    /// The values that have a line beside the track.
    public var ticks: [Double] = [] {
        didSet { if ticks != oldValue { trackLayer.setNeedsDisplay() } }
    }

    private let trackLayer = Layer()
    private let fillLayer = ShapeLayer()
    private let thumbLayer = Layer()
    private var detentLatch = DetentLatch()
    private var valueAtBegin = 0.0

    private var drag = LinearDrag(touch: 0, position: 0)
    private var lastTouchPosition = 0.0

    /// A slider that lies, or stands if `isVertical`, in `frame`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        for part in [trackLayer, fillLayer, thumbLayer] { layer.addSublayer(part) }
        trackLayer.delegate = self
        thumbLayer.delegate = self
        colorFill()
    }

    // MARK: Geometry

    /// The size of the thumb, in pixels: as wide as suits a finger and the control.
    var thumbSize: Size {
        let across = isVertical ? bounds.width : bounds.height
        let width = min(across * 0.82, 64)
        let length = min(max(width * 0.62, 18), 40)
        return isVertical ? Size(width: width, height: length) : Size(width: length, height: width)
    }

    var travel: LinearTravel {
        let size = thumbSize
        return LinearTravel(
            bounds: bounds, isVertical: isVertical,
            thumbLength: isVertical ? size.height : size.width)
    }

    private var trackThickness: Double {
        max(4, min((isVertical ? bounds.width : bounds.height) * 0.11, 10))
    }

    /// The rectangle of the thumb at the present value, in the control's space.
    public var thumbRect: Rect {
        Rect(center: travel.point(at: scale.position(of: value)), size: thumbSize)
    }

    /// The scale has moved under the lines beside the track.
    private func redrawTicks() {
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    private func redraw() {
        colorFill()
        trackLayer.setNeedsDisplay()
        thumbLayer.setNeedsDisplay()
    }

    open override func layoutSubviews() {
        trackLayer.frame = bounds
        fillLayer.frame = bounds
        showValue()
    }

    private func showValue() {
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
        if oldState.contains(.disabled) == isEnabled { trackLayer.setNeedsDisplay() }
    }

    private var appearance: SliderAppearance {
        SliderAppearance(
            theme: theme, trackColor: maximumTrackTintColor, thumbColor: thumbTintColor,
            curvaceousness: 1, isVertical: isVertical, isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
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
        let travel = travel
        let half = trackThickness / 2
        let across = (isVertical ? bounds.width : bounds.height) / 2
        let positions = ticks.map(scale.position(of:))
        appearance.drawTicks(
            positions, major: [0, 1, scale.position(of: origin ?? 0)], along: travel,
            inner: half + 5, length: max(across - half - 7, 0) * 0.8, in: context)
        let line = travel.rect(from: 0, to: 1, thickness: trackThickness)
        appearance.drawTrack(
            isVertical
                ? line.insetBy(dx: 0, dy: -half) : line.insetBy(dx: -half, dy: 0), in: context)
    }

    // MARK: Tracking

    override var takesTaps: Bool { touchMode == .absolute }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        guard touchMode != .handle || thumbRect.insetBy(dx: -10, dy: -10).contains(point) else {
            return false
        }
        valueAtBegin = value
        let position = scale.position(of: value)
        detentLatch = DetentLatch(detents: detents.map(scale.position(of:)), at: position)
        lastTouchPosition = travel.position(at: point)
        drag = LinearDrag(
            touch: lastTouchPosition,
            position: touchMode == .absolute ? lastTouchPosition : position,
            gain: gain(at: point))
        if touchMode == .absolute { follow(touch) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        follow(touch)
        return true
    }

    open override func endTracking(_ touch: Touch) { sendValueIfLate(touch) }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel { value = valueAtBegin }
        sendValueIfLate(touch)
    }

    private func sendValueIfLate(_ touch: Touch) {
        if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, touch: touch) }
    }

    /// How far the value moves for what the finger moves.
    private func gain(at point: Point) -> Double {
        // To find the window takes longer than all the rest.
        guard fineControl != .none else { return 1 }
        return fineControl.gain(
            aside: travel.distanceAside(of: point),
            pixelsPerMillimetre: window?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre,
            hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    private func follow(_ touch: Touch) {
        let point = touch.location(in: self)
        lastTouchPosition = travel.position(at: point)
        let position = drag.move(to: lastTouchPosition, gain: gain(at: point))
        show(min(max(position, 0), 1), touch: touch)
    }

    private func show(_ position: Double, touch: Touch) {
        // Fine control finds its own places.
        let held = drag.gain < 1 ? position : detentLatch.position(for: position)
        guard held != scale.position(of: value) else { return }
        let before = storedValue
        storedValue = scale.value(at: held)
        guard storedValue != before else { return }
        setNeedsLayout()
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }
}
