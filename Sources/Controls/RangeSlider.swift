public import Drawing
public import Layers

/// Two thumbs on one track that select a range. Two fingers can move both at once.
///
/// A finger moves the thumb on which it lands, or the nearest; between the thumbs, it moves both.
/// If they overlap, the direction of the drag selects the thumb that can move. A touch alone
/// changes nothing.
///
/// `minimumValue ≤ lowerValue ≤ upperValue ≤ maximumValue` always holds. An assignment takes the
/// nearest number that fits this rule, and NaN is ignored. A wider range does not restore a value
/// that a narrower one moved.
open class RangeSlider: ScaledControl {

    // MARK: Values

    /// The lower end of the selected range, 0.2 by default; at most `upperValue - minimumGap`.
    public var lowerValue: Double {
        get { ends.lower }
        set { changeEnds { $0.setLower(newValue) } }
    }
    /// The upper end of the selected range, 0.8 by default; at least `lowerValue + minimumGap`.
    public var upperValue: Double {
        get { ends.upper }
        set { changeEnds { $0.setUpper(newValue) } }
    }
    /// The least distance between the values, in their own unit; 0 by default, and at most the
    /// whole range.
    public var minimumGap: Double {
        get { ends.minimumGap }
        set { changeEnds { $0.minimumGap = newValue } }
    }
    private var ends: RangeEnds { drag.ends }
    var drag = RangeDrag()

    /// Sets both values at once: first the lower one within the range, then the upper one above it.
    /// No action is sent.
    ///
    /// The values change at once. With `animated`, the thumbs move to them in `animationDuration`,
    /// from their present places.
    public func setValues(lower: Double, upper: Double, animated: Bool = false) {
        let start = animated && animationDuration > .zero ? shownPositions : nil
        let hasChanged = changeEnds { $0.set(lower: lower, upper: upper) }
        if hasChanged, let start { glide(from: start) }
    }

    /// Changes the ends. Fingers that hold a thumb continue from the new ends.
    @discardableResult
    private func changeEnds(_ change: (inout RangeEnds) -> Void) -> Bool {
        move { drag in
            drag.detents = detents
            change(&drag.ends)
        }
    }

    /// Changes the drag and shows the result. Returns whether the ends changed.
    @discardableResult
    private func move(_ change: (inout RangeDrag) -> Void) -> Bool {
        let before = (lowerValue, upperValue)
        let (lowerWasHeld, upperWasHeld) = (drag.isHeld(.lower), drag.isHeld(.upper))
        let (lowerWasMoved, upperWasMoved) = (drag.isMoved(.lower), drag.isMoved(.upper))
        change(&drag)
        if drag.isHeld(.lower) != lowerWasHeld { heldDidChange(.lower) }
        if drag.isHeld(.upper) != upperWasHeld { heldDidChange(.upper) }
        // The thumb that a finger took last is in front of the other.
        if drag.isMoved(.lower), !lowerWasMoved {
            layer.insertSublayer(lowerThumbLayer, above: upperThumbLayer)
        } else if drag.isMoved(.upper), !upperWasMoved {
            layer.insertSublayer(upperThumbLayer, above: lowerThumbLayer)
        }
        guard (lowerValue, upperValue) != before else { return false }
        stopGliding(lower: lowerValue != before.0, upper: upperValue != before.1)
        setNeedsLayout()
        updateReadouts()
        return true
    }

    /// The lower value that a double tap sets; `nil` (the default) for the minimum.
    public var defaultLowerValue: Double? {
        didSet { defaultLowerValue = defaultLowerValue.accepted(.ordered, else: oldValue) }
    }
    /// The upper value that a double tap sets; `nil` (the default) for the maximum.
    public var defaultUpperValue: Double? {
        didSet { defaultUpperValue = defaultUpperValue.accepted(.ordered, else: oldValue) }
    }

    open override var values: [Double] { [lowerValue, upperValue] }

    open override func scaleDidChange() {
        knownLabelRoom = nil
        stopGliding()
        changeEnds { $0.scale = scale }
        setNeedsLayout()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    open override func resetValues() -> Bool {
        let before = ends
        setValues(
            lower: defaultLowerValue ?? minimumValue, upper: defaultUpperValue ?? maximumValue,
            animated: true)
        return ends != before
    }

    // MARK: Touch

    /// Where a finger must land; anywhere by default. With `handle`, a finger beside or between the
    /// thumbs moves nothing.
    public var touchZone = Slider.TouchZone.all
    /// How far beside a thumb a finger may land, in pixels; below 0, how far inside. `nil` (the
    /// default) makes the target of a narrower thumb 40 pixels or 9 mm wide, whichever is more.
    public var handleReach: Double? {
        didSet { handleReach = handleReach.accepted(.finite, else: oldValue) }
    }

    // MARK: Accessibility

    /// The part that accessibility actions adjust; both ends at first.
    public var accessibilityPart = Part.both

    /// Selects the next part to adjust: both ends, then the lower one, then the upper one.
    open override func accessibilityActivate() -> Bool {
        guard isEnabled else { return false }
        accessibilityPart =
            switch accessibilityPart {
            case .both: .lower
            case .lower: .upper
            case .upper: .both
            }
        return true
    }

    open override func adjustValues(by direction: Double) -> Bool {
        let before = ends
        changeEnds { $0.step(accessibilityPart, by: direction) }
        return ends != before
    }

    // MARK: Appearance

    /// Whether the track is vertical, with the least value at the bottom.
    public let isVertical: Bool

    /// In a right-to-left layout, the least value of a horizontal track is at the right.
    open override func layoutDirectionDidChange() { redraw() }

    /// The colour of the track outside the range; `nil` for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { trackLayer.setNeedsDisplay() } }
    }
    /// The colour of the track between the thumbs; `nil` (the default) for the tint colour, or else
    /// the theme's accent.
    public var trackHighlightTintColor: Color? {
        didSet {
            guard trackHighlightTintColor != oldValue else { return }
            highlightDidChange()
        }
    }
    /// The colour of the thumbs; `nil` for the theme's.
    public var thumbTintColor: Color? {
        didSet { if thumbTintColor != oldValue { redrawThumbs() } }
    }
    /// How round the track and the thumbs are: 0 is square, 1 (the default) is round.
    public var curvaceousness: Double = 1 {
        didSet {
            curvaceousness = curvaceousness.accepted(.within(0...1), else: oldValue)
            if curvaceousness != oldValue { redraw() }
        }
    }

    /// The layer that moves the thumbs in an animation. In a frame, it is updated before the layers
    /// that it moves.
    lazy var frameLayer = {
        let frames = FrameLayer()
        frames.onFrame = { [unowned self] time in advanceGlides(to: time) }
        layer.insertSublayer(frames, at: 0)
        return frames
    }()
    /// The animation of the lower thumb, while it moves.
    var lowerGlide: ThumbRun?
    /// The animation of the upper thumb, while it moves.
    var upperGlide: ThumbRun?

    let trackLayer = Layer()
    let highlightLayer = ShapeLayer()
    let glossLayer = Layer()
    let lowerThumbLayer = Layer()
    let upperThumbLayer = Layer()
    /// The images that replace the theme's drawing; `nil` before there are any.
    var images: RangeImages?

    /// A range slider in `frame`, horizontal unless `isVertical`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        for part in [trackLayer, highlightLayer, glossLayer, lowerThumbLayer, upperThumbLayer] {
            layer.addSublayer(part)
        }
        for part in [trackLayer, glossLayer, lowerThumbLayer, upperThumbLayer] {
            part.delegate = self
        }
        colorHighlight()
    }

    // MARK: Geometry

    /// The space that the labels of the scale need across the track; `nil` until measured.
    var knownLabelRoom: Double? {
        didSet { if knownLabelRoom == nil { knownFace = nil } }
    }
    /// The last computed face, while it is valid in its surroundings.
    var knownFace: SliderFace?
    /// The face on which the parts that do not move are placed.
    private var placedFace: SliderFace?

    /// Across the track, the size for a finger, the images and the scale. Along it, any length is
    /// possible.
    open override var intrinsicContentSize: Size {
        let room = marks.room(isVertical: isVertical)
        let breadth = (max(targetSide, breadthOfImages) + room).rounded(.up)
        return isVertical
            ? Size(width: breadth, height: View.noIntrinsicMetric)
            : Size(width: View.noIntrinsicMetric, height: breadth)
    }

    /// The rectangle of the track, round ends included, for these bounds. Override it to place the
    /// track elsewhere: the thumbs run from end to end of it, and so do fingers.
    open func trackRect(forBounds bounds: Rect) -> Rect { defaultFace(in: bounds).track }

    /// The rectangle of a thumb at a value, for these bounds and this track. Override it to change
    /// the size or place of the thumbs. An image has its own size, around the same centre.
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        let face = defaultFace(in: bounds).along(trackRect)
        let side = drawnThumbWidth(on: face)
        return Rect(
            center: face.travel.point(at: scale.position(of: value)),
            size: Size(width: side, height: side))
    }

    open override func layoutSubviews() {
        let face = face
        // New values only move the thumbs.
        if face !== placedFace {
            placedFace = face
            for part in [trackLayer, highlightLayer, glossLayer] { part.frame = bounds }
        }
        placeThumbs(on: face)
    }

    func placeThumbs(on face: SliderFace) {
        let shown = shownPositions
        // Gliding thumbs do not stop at steps.
        let lower = lowerGlide == nil ? lowerValue : scale.taper.value(at: shown.lower)
        let upper = upperGlide == nil ? upperValue : scale.taper.value(at: shown.upper)
        lowerThumbLayer.frame = SliderAppearance.thumbFrame(
            around: thumbRect(.lower, at: lower, on: face))
        upperThumbLayer.frame = SliderAppearance.thumbFrame(
            around: thumbRect(.upper, at: upper, on: face))
        highlightLayer.shape = .roundedRect(
            face.fill(from: shown.lower, to: shown.upper), radius: 0)
        placeTrackImages(lower: shown.lower, upper: shown.upper, on: face)
    }

    // MARK: Drawing

    override func densityDidChange() {
        super.densityDidChange()
        redraw()
    }

    func redraw() {
        knownFace = nil
        colorHighlight()
        setNeedsLayout()
        trackLayer.setNeedsDisplay()
        glossLayer.setNeedsDisplay()
        images?.layers?.setNeedsDisplay()
        redrawThumbs()
    }

    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() {
        if trackHighlightTintColor == nil { highlightDidChange() }
    }

    private func highlightDidChange() {
        colorHighlight()
        // The halo of a held thumb has this colour.
        if drag.isHeld { redrawThumbs() }
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

    private func redrawThumbs() {
        for thumb in [lowerThumbLayer, upperThumbLayer] { thumb.isHidden = isDisplay }
        lowerThumbLayer.setNeedsDisplay()
        upperThumbLayer.setNeedsDisplay()
    }

    private func colorHighlight() {
        let color = trackHighlightTintColor ?? accentColor
        highlightLayer.fillColor = shown(color)
    }

    open override func stateChanged(from oldState: State) {
        // A subclass may give the thumbs of each state their own places.
        setNeedsLayout()
        if oldState.contains(.disabled) == isEnabled {
            redraw()
        } else {
            imagesDidChange(from: oldState)
        }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
        } else if layer === glossLayer {
            drawGloss(in: context)
        } else if layer === lowerThumbLayer || layer === upperThumbLayer {
            drawThumb(layer === lowerThumbLayer ? .lower : .upper, in: layer, context)
        } else if !drawTrackImage(of: layer, in: context) {
            super.draw(layer, in: context)
        }
    }

    // MARK: Tracking

    open override func popupText(for touch: Touch) -> String {
        switch part(of: touch) {
        case .lower?: text(for: lowerValue)
        case .upper?: text(for: upperValue)
        case .both?, nil: super.popupText(for: touch)
        }
    }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let face = face
        let travel = face.travel
        let parts = parts(at: point, face)
        let gain = gain(at: point, travel)
        var isTaken = false
        move { drag in
            drag.detents = detents
            isTaken = drag.begin(
                touch.number, at: travel.position(at: point), on: parts, gain: gain)
        }
        stopGliding(lower: drag.isHeld(.lower), upper: drag.isHeld(.upper))
        return isTaken
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let travel = face.travel
        let gain = gain(at: point, travel)
        let hasMoved = move { drag in
            drag.rebase(touch.number, to: travel.position(at: touch.previousLocation(in: self)))
            drag.move(
                touch.number, to: travel.position(at: point), gain: gain,
                isFine: gain < sensitivity)
        }
        drag.keepsAnchors = true
        defer { drag.keepsAnchors = false }
        if isContinuous, hasMoved { sendActions(for: .valueChanged, touch: touch) }
        return true
    }

    private func gain(at point: Point, _ travel: LinearTravel) -> Double {
        sensitivity * fineGain(aside: travel.distanceAside(of: point))
    }

    open override func endTracking(_ touch: Touch) { finish(touch, reverts: false) }

    open override func cancelTracking(_ touch: Touch) { finish(touch, reverts: revertsOnCancel) }

    private func finish(_ touch: Touch, reverts: Bool) {
        var isElsewhere = false
        let hasMoved = move { isElsewhere = $0.end(touch.number, reverts: reverts) }
        if isContinuous ? hasMoved : isElsewhere {
            sendActions(for: .valueChanged, touch: touch)
        }
    }
}
