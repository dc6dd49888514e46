public import Drawing
public import Layers

/// A thumb that one finger moves along a straight track: a slider or, if vertical, a fader.
///
/// By default, a touch alone changes nothing. The value moves by the movement of the finger,
/// measured from where it landed. So a finger that overshoots an end and comes back finds the value
/// where it left it.
open class Slider: ValueControl {
    // MARK: Touch

    /// How touches and drags change the value; `relative` by default.
    public var touchMode = TouchMode.relative
    /// Whether `touchMode` is `absolute`. Setting it to `false` makes an absolute mode `relative`.
    public var snap: Bool {
        get { touchMode == .absolute }
        set { if newValue != snap { touchMode = newValue ? .absolute : .relative } }
    }

    /// Where a finger must land to move the thumb; anywhere by default.
    public var touchZone = TouchZone.all

    /// How far beside the thumb a finger may land if it must land on the thumb, in pixels; below 0,
    /// how far inside. `nil` (the default) is 10, or more if the target would be less than 9 mm
    /// wide: fingers are wider than their targets.
    public var handleReach: Double? {
        didSet { handleReach = handleReach.accepted(.finite, else: oldValue) }
    }

    // MARK: Appearance

    /// Whether the track is vertical, with the least value at the bottom: a fader.
    public let isVertical: Bool

    /// In a right-to-left layout, the least value of a horizontal slider is at the right, and so
    /// are the scale's labels of a vertical one.
    open override func layoutDirectionDidChange() { redraw() }

    /// The colour of the track on the value's side; `nil` (the default) for the tint colour, or
    /// else the theme's accent.
    public var minimumTrackTintColor: Color? {
        didSet { if minimumTrackTintColor != oldValue { fillColorDidChange() } }
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
    /// and is laid out with the track. It lets touches through. If its `intrinsicContentSize` is
    /// thicker than the track, it has that thickness.
    public var inlay: View? {
        didSet {
            guard inlay !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let inlay {
                inlay.isUserInteractionEnabled = false
                addSubview(inlay)
                // The thumb stays in front of the inlay.
                layer.addSublayer(thumbLayer)
            }
            redraw()
        }
    }
    /// The place of the inlay; inside the track by default.
    public var inlayPlacement = InlayPlacement.inside {
        didSet { if inlayPlacement != oldValue { redraw() } }
    }

    let trackLayer = Layer()
    let fillLayer = ShapeLayer()
    /// The layers of the images of the track; `nil` before there are any.
    var imageLayers: TrackImageLayers?
    private let glossLayer = Layer()
    private let thumbLayer = Layer()
    /// The images that replace the theme's drawing.
    private(set) var images = SliderImages()
    /// The layer that moves the thumb in an animation. In a frame, it is updated before the layers
    /// that it moves.
    private lazy var frameLayer = {
        let frames = FrameLayer()
        frames.onFrame = { [unowned self] time in advanceRun(to: time) }
        layer.insertSublayer(frames, at: 0)
        return frames
    }()
    /// The animation of the thumb, if it is moving.
    private var run: ThumbRun?

    private var drag = LinearDrag(touch: 0, position: 0)
    private var lastTouchPosition = 0.0

    /// A slider in `frame`, horizontal unless `isVertical`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        for part in [trackLayer, fillLayer, glossLayer, thumbLayer] { layer.addSublayer(part) }
        for part in [trackLayer, glossLayer, thumbLayer] { part.delegate = self }
        colorFill()
    }

    /// Changes images, and redraws the affected parts.
    func setImages(_ change: (inout SliderImages) -> Void) {
        let (shown, length) = (shownImages, thumbLength(in: parts(in: bounds)))
        change(&images)
        knownFace = nil
        if images.track.hasTracks, imageLayers == nil {
            imageLayers = TrackImageLayers(
                in: layer, track: trackLayer, fill: fillLayer, delegate: self)
        }
        // The image of another state may change the length of the travel.
        if shownImages != shown || thumbLength(in: parts(in: bounds)) != length {
            redraw()
        }
    }

    // MARK: Geometry

    /// Across the track, the size for a finger, the images, the scale and the inlay. Along it, any
    /// length is possible.
    open override var intrinsicContentSize: Size {
        let images = [currentThumbImage, minimumValueImage, maximumValueImage].compactMap {
            $0?.size
        }
        let breadth =
            max(targetSide, images.map { isVertical ? $0.width : $0.height }.max() ?? 0)
            + marks.room(isVertical: isVertical)
            + roomForInlay(in: bounds)
        return isVertical
            ? Size(width: breadth.rounded(.up), height: View.noIntrinsicMetric)
            : Size(width: View.noIntrinsicMetric, height: breadth.rounded(.up))
    }

    /// The rectangle of the track, round ends included, for these bounds. Override it to place the
    /// track elsewhere: the thumb runs from end to end of it, and so do fingers.
    open func trackRect(forBounds bounds: Rect) -> Rect { defaultFace(in: bounds).track }

    /// The rectangle of the thumb at a value, for these bounds and this track. Override it to
    /// change the size or place of the thumb.
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        let face = defaultFace(in: bounds).along(trackRect)
        return Rect(
            center: face.travel.point(at: scale.position(of: value)),
            size: thumbSize(in: face.parts))
    }

    /// The rectangle of `minimumValueImage` for these bounds; empty without one. Override it to
    /// place the image elsewhere. In a right-to-left layout, the least value of a horizontal slider
    /// is at the right.
    open func minimumValueImageRect(forBounds bounds: Rect) -> Rect {
        parts(in: bounds).rect(ofEnd: minimumValueImage, isFirst: true, in: bounds)
    }

    /// The rectangle of `maximumValueImage` for these bounds; empty without one. Override it to
    /// place the image elsewhere. In a right-to-left layout, the greatest value of a horizontal
    /// slider is at the left.
    open func maximumValueImageRect(forBounds bounds: Rect) -> Rect {
        parts(in: bounds).rect(ofEnd: maximumValueImage, isFirst: false, in: bounds)
    }

    /// The rectangle of the thumb at the present value, in the control's coordinates.
    public var thumbRect: Rect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    /// The space that the labels of the scale need across the track; `nil` until measured.
    var knownLabelRoom: Double? {
        didSet { if knownLabelRoom == nil { knownFace = nil } }
    }
    /// The last computed face, while it is valid in its surroundings.
    var knownFace: SliderFace?
    /// The face on which the parts that do not move are placed.
    private var placedFace: SliderFace?
    /// The thickness of the inlay at the last layout.
    private var knownInlayThickness: Double?

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
        if minimumTrackTintColor == nil { fillColorDidChange() }
    }

    private func fillColorDidChange() {
        colorFill()
        // The halo of a held thumb has this colour.
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

    override func densityDidChange() {
        super.densityDidChange()
        redraw()
    }

    private func redraw() {
        knownFace = nil
        colorFill()
        setNeedsLayout()
        for part in [trackLayer, glossLayer, thumbLayer] { part.setNeedsDisplay() }
        imageLayers?.setNeedsDisplay()
    }

    // MARK: Layout

    open override func layoutSubviews() {
        if inlay != nil {
            // The thickness of the inlay may change without notice.
            let thickness = inlayThickness(in: bounds)
            if thickness != knownInlayThickness {
                knownFace = nil
                for part in [trackLayer, glossLayer, thumbLayer] { part.setNeedsDisplay() }
            }
            knownInlayThickness = thickness
        }
        let face = face
        // A new value only moves the thumb.
        if face !== placedFace {
            placedFace = face
            for part in [trackLayer, fillLayer, glossLayer] { part.frame = bounds }
            inlay?.frame = inlayFrame(on: face)
        }
        placeThumb(on: face)
        placeEffectiveMark()
    }

    /// Lays out once before the next frame, however often the value changes until then.
    open override func showValue() { setNeedsLayout() }

    private func placeThumb() { placeThumb(on: face) }

    private func placeThumb(on face: SliderFace) {
        let position = shownPosition
        let thumb = thumbRect(
            forBounds: bounds, trackRect: face.track,
            // An animated thumb does not stop at steps.
            value: run == nil ? value : scale.taper.value(at: position))
        thumbLayer.frame = SliderAppearance.thumbFrame(around: thumb)
        thumbLayer.isHidden = isDisplay
        fillLayer.shape = .roundedRect(
            face.fill(from: origin.map(scale.position(of:)) ?? 0, to: position),
            radius: face.trackThickness / 2 - 1)
        placeImages(at: position, on: face)
    }

    open override var effectiveMark: Path? { markAcrossTrack }

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
        let tint = shown(color)
        fillLayer.fillColor = isHighlighted ? theme.held(tint, by: 0.25) : tint
    }

    open override func stateChanged(from oldState: State) {
        // A subclass may give the thumb of each state its own place.
        setNeedsLayout()
        colorFill()
        if oldState.contains(.highlighted) != isHighlighted, currentThumbImage == nil {
            thumbLayer.setNeedsDisplay()
        }
        // Each state may have its own images, in other sizes.
        if oldState.contains(.disabled) == isEnabled
            || images.shown(in: stateOfImages(in: oldState)) != shownImages
        {
            redraw()
        }
    }

    private var appearance: SliderAppearance {
        SliderAppearance(
            theme: bodyTheme, trackColor: maximumTrackTintColor, thumbColor: thumbTintColor,
            haloColor: minimumTrackTintColor ?? tintColor, curvaceousness: 1,
            isVertical: isVertical,
            isEnabled: looksEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(appearance, in: context)
        } else if layer === glossLayer {
            if currentMinimumTrackImage == nil, currentMaximumTrackImage == nil {
                appearance.drawGloss(face.track, in: context)
            }
        } else if layer === imageLayers?.fill {
            draw(images.track.fill.shown(in: stateOfImages(in: state)), in: layer.bounds, context)
        } else if layer === imageLayers?.rest {
            draw(images.track.rest.shown(in: stateOfImages(in: state)), in: layer.bounds, context)
        } else if layer === thumbLayer,
            let thumb = images.thumb.shown(in: stateOfImages(in: state))
        {
            let margin = SliderAppearance.thumbMargin
            draw(thumb, in: layer.bounds.insetBy(dx: margin, dy: margin), context)
        } else if layer === thumbLayer {
            let appearance = appearance
            let theme = appearance.theme
            appearance.drawThumb(
                in: layer, cornerRadius: theme.smallRadius,
                markColor: isHighlighted ? theme.heldMark : theme.mark, isHeld: isHighlighted,
                in: context)
        } else {
            super.draw(layer, in: context)
        }
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

    open override func continueTracking(_ touch: Touch) -> Bool {
        follow(touch)
        return true
    }

    open override func reanchor(at position: Double) {
        drag = LinearDrag(touch: lastTouchPosition, position: position, gain: drag.gain)
    }

    private func follow(_ touch: Touch) {
        let point = touch.location(in: self)
        let travel = travel
        // If the travel itself moved, that does not count as a movement of the finger.
        drag.rebase(
            from: lastTouchPosition, to: travel.position(at: touch.previousLocation(in: self)))
        lastTouchPosition = travel.position(at: point)
        let fineGain = fineGain(aside: travel.distanceAside(of: point))
        let position = drag.move(to: lastTouchPosition, gain: gain(for: fineGain))
        follow(position.clamped(from: 0, to: 1), isFine: fineGain < 1, touch)
    }
}
