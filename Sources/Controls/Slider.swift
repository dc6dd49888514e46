public import Drawing
public import Layers

/// A thumb that one finger moves along a straight track: a slider, or upright, a fader.
///
/// By default touching changes nothing: the value moves by what the finger moved, measured from
/// where it landed, so that a finger that overshoots an end and comes back is where it was.
open class Slider: ValueControl {
    // MARK: Fingers

    /// What touching and dragging mean; `relative` by default.
    public var touchMode = TouchMode.relative
    /// Another word for a `touchMode` that is `absolute`, or else `relative`.
    public var snap: Bool {
        get { touchMode == .absolute }
        set { if newValue != snap { touchMode = newValue ? .absolute : .relative } }
    }

    /// Where a finger must land to count; anywhere by default.
    public var touchZone = TouchZone.all

    /// Where a finger must land, all in all.
    private var zone: TouchZone { touchMode == .handle ? .handle : touchZone }
    /// How far beside the thumb a finger may land where it must land on the thumb, in pixels. Below 0
    /// it must land so far inside. `nil` (the default) for 10, or what makes the place to touch 9 mm
    /// wide, if that is more: fingers are wider than what they aim at.
    public var handleReach: Double? {
        didSet { handleReach = handleReach.accepted(.finite, else: oldValue) }
    }

    // MARK: Looks

    /// Whether the track stands upright, with the least value at the bottom: a fader.
    public let isVertical: Bool

    /// From right to left, the least value is at the right of a slider that lies, and the scale's
    /// labels are at the right of one that stands.
    open override func layoutDirectionDidChange() { redraw() }

    /// The colour of the track on the value's side; `nil` (the default) for the tint colour, or else the
    /// theme's accent.
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

    /// A view along the track, such as a meter; `nil` (the default) for none. It becomes a subview
    /// and is laid out with the track; touches go through it. It is as thick as its
    /// `intrinsicContentSize` says, where that says more than the slider.
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

    private let frameLayer = FrameLayer()
    private let trackLayer = Layer()
    private let maximumTrackLayer = Layer()
    private let fillLayer = ShapeLayer()
    private let minimumTrackLayer = Layer()
    private let glossLayer = Layer()
    private let thumbLayer = Layer()
    /// What is shown in place of what the theme draws.
    private(set) var images = SliderImages()
    /// A thumb on its way: from where, and since when.
    private var run: ThumbRun?

    private var drag = LinearDrag(touch: 0, position: 0)
    private var lastTouchPosition = 0.0

    /// A slider that lies, or stands if `isVertical`, in `frame`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        // What moves the others comes before them in a frame.
        for part in [
            frameLayer, trackLayer, maximumTrackLayer, fillLayer, minimumTrackLayer, glossLayer,
            thumbLayer,
        ] { layer.addSublayer(part) }
        for part in [trackLayer, maximumTrackLayer, minimumTrackLayer, glossLayer, thumbLayer] {
            part.delegate = self
        }
        frameLayer.onFrame = { [unowned self] time in advanceRun(to: time) }
        colorFill()
    }

    /// Changes images, and draws anew what they changed.
    func setImages(_ change: (inout SliderImages) -> Void) {
        let (shown, length) = (images.shown(in: state), thumbLength(in: parts(in: bounds)))
        change(&images)
        knownFace = nil
        // What another state shows may change how far the thumb goes.
        if images.shown(in: state) != shown || thumbLength(in: parts(in: bounds)) != length {
            redraw()
        }
    }

    // MARK: Geometry

    /// Across, what suits a finger, the images, the scale and the inlay; along, any length will do.
    open override var intrinsicContentSize: Size {
        let images = [currentThumbImage, minimumValueImage, maximumValueImage].compactMap {
            $0?.size
        }
        let breadth =
            max(targetSide, images.map { isVertical ? $0.width : $0.height }.max() ?? 0)
            + marks.room(isVertical: isVertical)
            + (inlay != nil && inlayPlacement == .beside ? inlayThickness(in: bounds) + 4 : 0)
        return isVertical
            ? Size(width: breadth.rounded(.up), height: View.noIntrinsicMetric)
            : Size(width: View.noIntrinsicMetric, height: breadth.rounded(.up))
    }

    /// The rectangle of the track, round ends included, in a slider with such bounds. To be overridden by
    /// a slider whose track lies elsewhere: the thumb runs from end to end of it, and fingers follow
    /// that.
    open func trackRect(forBounds bounds: Rect) -> Rect { usualFace(in: bounds).track }

    /// The rectangle of the thumb at a value, on a track that lies at `trackRect` in a slider with such
    /// bounds. To be overridden by a slider whose thumb has another size or place.
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        let face = usualFace(in: bounds).along(trackRect)
        return Rect(
            center: face.travel.point(at: scale.position(of: value)),
            size: thumbSize(in: face.parts))
    }

    /// Where `minimumValueImage` stands in a slider with such bounds; empty without one. To be
    /// overridden; from right to left, the least value is at the right of a slider that lies.
    open func minimumValueImageRect(forBounds bounds: Rect) -> Rect {
        imageRect(minimumValueImage, isFirst: true, in: bounds)
    }

    /// Where `maximumValueImage` stands in a slider with such bounds; empty without one. To be
    /// overridden; from right to left, the greatest value is at the left of a slider that lies.
    open func maximumValueImageRect(forBounds bounds: Rect) -> Rect {
        imageRect(maximumValueImage, isFirst: false, in: bounds)
    }

    /// The rectangle of the thumb at the present value, in the control's space.
    public var thumbRect: Rect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    /// How much room the labels of the scale need across the track; `nil` while that is not known.
    var knownLabelRoom: Double? {
        didSet { if knownLabelRoom == nil { knownFace = nil } }
    }
    /// The face that was worked out last, for as long as it holds.
    var knownFace: (bounds: Rect, isRightToLeft: Bool, face: SliderFace)?

    // MARK: Changes

    open override func scaleDidChange() {
        knownLabelRoom = nil
        super.scaleDidChange()
        setNeedsLayout()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    open override func originDidChange() {
        setNeedsLayout()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() {
        guard minimumTrackTintColor == nil else { return }
        colorFill()
        // A held thumb's halo is of this colour.
        if isHighlighted { thumbLayer.setNeedsDisplay() }
    }

    open override func ticksDidChange() {
        knownLabelRoom = nil
        trackLayer.setNeedsDisplay()
        if font != nil { redraw() }
    }

    open override func textDidChange() {
        knownLabelRoom = nil
        if showsTickLabels { redraw() }
    }

    private func redraw() {
        knownFace = nil
        colorFill()
        setNeedsLayout()
        for part in [trackLayer, maximumTrackLayer, minimumTrackLayer, glossLayer, thumbLayer] {
            part.setNeedsDisplay()
        }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        for part in [trackLayer, fillLayer, glossLayer] { part.frame = bounds }
        inlay?.frame = inlayFrame
        placeThumb()
    }

    /// Before the next frame, once, however often the value changes until then.
    open override func showValue() { setNeedsLayout() }

    private func placeThumb() {
        let face = face
        let position = shownPosition
        let thumb = thumbRect(
            forBounds: bounds, trackRect: face.track,
            // On its way to the value, the thumb stops at no step.
            value: run == nil ? value : scale.taper.value(at: position))
        thumbLayer.frame = SliderAppearance.thumbFrame(around: thumb)
        fillLayer.shape = .roundedRect(
            face.fill(from: origin.map(scale.position(of:)) ?? 0, to: position),
            radius: face.trackThickness / 2 - 1)
        fillLayer.isHidden = currentMinimumTrackImage != nil
        place(minimumTrackLayer, currentMinimumTrackImage, from: 0, to: position, on: face)
        place(maximumTrackLayer, currentMaximumTrackImage, from: position, to: 1, on: face)
    }

    private func place(
        _ part: Layer, _ image: Image?, from: Double, to: Double, on face: SliderFace
    ) {
        part.isHidden = image == nil
        guard let size = image?.size else { return }
        part.frame = face.travel.imageRect(
            from: from, to: to, isFirst: part === minimumTrackLayer,
            thickness: isVertical ? size.width : size.height)
    }

    // MARK: Animation

    open override var shownPosition: Double {
        let end = super.shownPosition
        return run?.position(to: end) ?? end
    }

    open override func animateValue(from position: Double) {
        run = ThumbRun(from: position, duration: animationDuration)
        placeThumb()
        frameLayer.setNeedsAdvance()
    }

    open override func stopAnimation() {
        guard run != nil else { return }
        run = nil
        placeThumb()
    }

    private func advanceRun(to time: Duration) -> Bool {
        guard let run else { return false }
        self.run = run.advanced(to: time)
        placeThumb()
        return self.run != nil
    }

    // MARK: Drawing

    private func colorFill() {
        let color = minimumTrackTintColor ?? accentColor
        let tint = isEnabled ? color : theme.mute(color)
        fillLayer.fillColor = isHighlighted ? theme.held(tint, by: 0.25) : tint
    }

    open override func stateChanged(from oldState: State) {
        colorFill()
        if oldState.contains(.highlighted) != isHighlighted, currentThumbImage == nil {
            thumbLayer.setNeedsDisplay()
        }
        // Each state may have images of its own, in another size.
        if oldState.contains(.disabled) == isEnabled
            || images.shown(in: oldState) != images.shown(in: state)
        {
            redraw()
        }
    }

    private var appearance: SliderAppearance {
        SliderAppearance(
            theme: theme, trackColor: maximumTrackTintColor, thumbColor: thumbTintColor,
            haloColor: minimumTrackTintColor ?? tintColor, curvaceousness: 1,
            isVertical: isVertical,
            isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
        } else if layer === glossLayer {
            if images.minimumTrack[state] == nil, images.maximumTrack[state] == nil {
                appearance.drawGloss(face.track, in: context)
            }
        } else if layer === minimumTrackLayer {
            draw(currentMinimumTrackImage, in: layer.bounds, context)
        } else if layer === maximumTrackLayer {
            draw(currentMaximumTrackImage, in: layer.bounds, context)
        } else if layer === thumbLayer, let image = currentThumbImage {
            let margin = SliderAppearance.thumbMargin
            draw(image, in: layer.bounds.insetBy(dx: margin, dy: margin), context)
        } else if layer === thumbLayer {
            let theme = appearance.theme
            appearance.drawThumb(
                in: layer, cornerRadius: theme.smallRadius,
                markColor: isHighlighted ? theme.heldMark : theme.mark, isHeld: isHighlighted,
                in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func drawTrack(in context: Context) {
        let face = face
        face.drawScale(marks, gap: 5, room: 7, share: 0.8, appearance.theme, in: context)
        draw(minimumValueImage, in: minimumValueImageRect, context)
        draw(maximumValueImage, in: maximumValueImageRect, context)
        if currentMaximumTrackImage == nil { appearance.drawTrack(face.track, in: context) }
    }

    /// Draws an image as the state and the direction want it.
    private func draw(_ image: Image?, in rect: Rect, _ context: Context) {
        guard let image else { return }
        context.draw(
            image.flipped(forRightToLeft: isRightToLeft), in: rect, opacity: isEnabled ? 1 : 0.4)
    }

    // MARK: Tracking

    open override var takesTaps: Bool { touchMode == .absolute }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let face = face
        guard isInZone(point, face), super.beginTracking(touch) else { return false }
        let fineGain = fineGain(aside: face.travel.distanceAside(of: point))
        lastTouchPosition = face.travel.position(at: point)
        drag = LinearDrag(
            touch: lastTouchPosition,
            position: snap ? lastTouchPosition : scale.position(of: value),
            gain: gain(for: fineGain))
        if snap { follow(lastTouchPosition.clamped(from: 0, to: 1), isFine: fineGain < 1, touch) }
        return true
    }

    private func isInZone(_ point: Point, _ face: SliderFace) -> Bool {
        let target = TouchTarget(fingerRadius: fingerRadius, reach: handleReach)
        return switch zone {
        case .all: true
        case .handle: target.contains(point, on: thumbRect)
        case .gauge:
            target.contains(point, on: thumbRect) || target.contains(point, on: face.track)
        }
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        follow(touch)
        return true
    }

    open override func reanchor(at position: Double) {
        drag = LinearDrag(touch: lastTouchPosition, position: position, gain: drag.gain)
    }

    /// How far the value moves for what the finger moves; a thumb that goes to the finger stays
    /// under it.
    private func gain(for fineGain: Double) -> Double { snap ? fineGain : fineGain * sensitivity }

    private func follow(_ touch: Touch) {
        let point = touch.location(in: self)
        let travel = travel
        // Where the travel lies elsewhere than it did, nothing has moved by that.
        drag.rebase(
            from: lastTouchPosition, to: travel.position(at: touch.previousLocation(in: self)))
        lastTouchPosition = travel.position(at: point)
        let fineGain = fineGain(aside: travel.distanceAside(of: point))
        let position = drag.move(to: lastTouchPosition, gain: gain(for: fineGain))
        follow(position.clamped(from: 0, to: 1), isFine: fineGain < 1, touch)
    }
}
