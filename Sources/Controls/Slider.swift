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
    private var run: (from: Double, begin: Duration?, share: Double)?

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
        let (shown, way) = (images.shown(in: state), travel.thumbLength)
        change(&images)
        // What another state shows may change how far the thumb goes.
        if images.shown(in: state) != shown || travel.thumbLength != way { redraw() }
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
            + (inlay != nil && inlayPlacement == .beside ? inlayThickness + 4 : 0)
        return isVertical
            ? Size(width: breadth.rounded(.up), height: View.noIntrinsicMetric)
            : Size(width: View.noIntrinsicMetric, height: breadth.rounded(.up))
    }

    /// The size of the thumb, in pixels: its image's, or as wide as suits a finger and the control.
    var thumbSize: Size { thumbSize(in: parts) }

    private func thumbSize(in parts: SliderParts) -> Size {
        currentThumbImage?.size ?? drawnThumbSize(in: parts)
    }

    /// The size of a thumb that the theme draws.
    private func drawnThumbSize(in parts: SliderParts) -> Size {
        let width = min(parts.breadth * 0.82, 64)
        let length = (width * 0.62).clamped(from: 18, to: 40)
        return isVertical ? Size(width: width, height: length) : Size(width: length, height: width)
    }

    var travel: LinearTravel { travel(in: parts) }

    private func travel(in parts: SliderParts) -> LinearTravel {
        // The same in each state, or the value would move when the thumb is taken hold of.
        let hasNormal = images.thumb[.normal] != nil
        let largest = images.largestThumb ?? .zero
        let drawn = hasNormal ? .zero : drawnThumbSize(in: parts)
        let size = Size(
            width: max(largest.width, drawn.width), height: max(largest.height, drawn.height))
        return parts.travel(thumbLength: isVertical ? size.height : size.width)
    }

    /// What the thumb moves in: the bounds without the labels of the scale and what is beside.
    var body: Rect { parts.body }

    private var parts: SliderParts {
        var parts = SliderParts(
            bounds: bounds, isVertical: isVertical, isRightToLeft: isRightToLeft)
        // Asked for with each move of a finger: what a slider has not is not worked out.
        if showsTickLabels { parts.cutLabels(marks.room(isVertical: isVertical)) }
        if inlay != nil, inlayPlacement == .beside { parts.cutInlay(inlayThickness + 4) }
        if minimumValueImage != nil || maximumValueImage != nil {
            parts.cutEnds(first: room(for: minimumValueImage), last: room(for: maximumValueImage))
        }
        return parts
    }

    /// What an image at an end of the track takes off it.
    private func room(for image: Image?) -> Double {
        guard let size = image?.size else { return 0 }
        return isVertical
            ? min(size.height + 6, 0.4 * bounds.height) : min(size.width + 6, 0.4 * bounds.width)
    }

    private var inlayThickness: Double {
        let own = inlay?.intrinsicContentSize ?? .zero
        let breadth = isVertical ? bounds.width : bounds.height
        return max(8, trackThickness(across: breadth), isVertical ? own.width : own.height)
    }

    private func trackThickness(in parts: SliderParts) -> Double {
        inlay != nil && inlayPlacement == .inside
            ? inlayThickness : trackThickness(across: parts.breadth)
    }

    private func trackThickness(across breadth: Double) -> Double {
        max(6, min(breadth * 0.13, 10))
    }

    private var groove: Rect { groove(in: parts) }

    private func groove(in parts: SliderParts) -> Rect {
        travel(in: parts).groove(thickness: trackThickness(in: parts))
    }

    private var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)),
            major: [0, 1, scale.position(of: origin ?? 0)], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont, smallerFonts: smallerFonts)
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

    private var inlayFrame: Rect {
        let track = groove
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

    /// Before the next frame, once, however often the value changes until then.
    open override func showValue() { setNeedsLayout() }

    private func placeThumb() {
        let parts = parts
        let travel = travel(in: parts)
        let trackThickness = trackThickness(in: parts)
        let position = shownPosition
        let thumb = Rect(center: travel.point(at: position), size: thumbSize(in: parts))
        thumbLayer.frame = SliderAppearance.thumbFrame(around: thumb)
        let from = origin.map(scale.position(of:)) ?? 0
        fillLayer.shape = .roundedRect(
            travel.rect(from: from, to: position, thickness: trackThickness - 2),
            radius: trackThickness / 2 - 1)
        fillLayer.isHidden = currentMinimumTrackImage != nil
        placeTrack(
            minimumTrackLayer, currentMinimumTrackImage, from: 0, to: position, in: travel)
        placeTrack(
            maximumTrackLayer, currentMaximumTrackImage, from: position, to: 1, in: travel)
    }

    private func placeTrack(
        _ part: Layer, _ image: Image?, from: Double, to: Double, in travel: LinearTravel
    ) {
        part.isHidden = image == nil
        guard let image else { return }
        let thickness = isVertical ? image.size.width : image.size.height
        var rect = travel.rect(from: from, to: to, thickness: thickness)
        // The outer ends lie where those of the groove do.
        let end = travel.thumbLength / 2
        let isFirst = part === minimumTrackLayer
        if isVertical {
            rect.size.height += end
            if !isFirst { rect.origin.y -= end }
        } else {
            rect.size.width += end
            if isFirst != isRightToLeft { rect.origin.x -= end }
        }
        part.frame = Rect(
            x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(),
            height: rect.height.rounded())
    }

    // MARK: Animation

    override var shownPosition: Double {
        let end = super.shownPosition
        return run.map { $0.from + (end - $0.from) * $0.share } ?? end
    }

    override func animateValue(from position: Double) {
        run = (from: position, begin: nil, share: 0)
        placeThumb()
        frameLayer.setNeedsAdvance()
    }

    override func stopAnimation() {
        guard run != nil else { return }
        run = nil
        placeThumb()
    }

    private func advanceRun(to time: Duration) -> Bool {
        guard let now = run else { return false }
        let begin = now.begin ?? time
        let progress = animationDuration > .zero ? (time - begin) / animationDuration : 1
        run =
            progress < 1
            ? (now.from, begin, TimingFunction.easeInEaseOut.value(at: progress)) : nil
        placeThumb()
        return run != nil
    }

    // MARK: Drawing

    private func colorFill() {
        let color = minimumTrackTintColor ?? theme.accent
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
            haloColor: minimumTrackTintColor, curvaceousness: 1, isVertical: isVertical,
            isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
        } else if layer === glossLayer {
            if images.minimumTrack[state] == nil, images.maximumTrack[state] == nil {
                appearance.drawGloss(groove, in: context)
            }
        } else if layer === minimumTrackLayer {
            draw(currentMinimumTrackImage, in: layer.bounds, context)
        } else if layer === maximumTrackLayer {
            draw(currentMaximumTrackImage, in: layer.bounds, context)
        } else if layer === thumbLayer, let image = currentThumbImage {
            let margin = SliderAppearance.thumbMargin
            draw(image, in: layer.bounds.insetBy(dx: margin, dy: margin), context)
        } else if layer === thumbLayer {
            appearance.drawThumb(
                layer.bounds.insetBy(
                    dx: SliderAppearance.thumbMargin, dy: SliderAppearance.thumbMargin),
                cornerRadius: theme.smallRadius,
                markColor: isHighlighted ? appearance.theme.heldMark : appearance.theme.mark,
                isHeld: isHighlighted, in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func drawTrack(in context: Context) {
        let parts = parts
        let travel = travel(in: parts)
        let half = trackThickness(in: parts) / 2
        let theme = appearance.theme
        let marks = marks
        marks.drawLines(
            along: travel, inner: half + 5, length: max(parts.breadth / 2 - half - 7, 0) * 0.8,
            theme, in: context)
        marks.drawLabels(along: travel, in: parts.labels, theme, in: context)
        draw(minimumValueImage, in: minimumValueImageRect, context)
        draw(maximumValueImage, in: maximumValueImageRect, context)
        if currentMaximumTrackImage == nil {
            appearance.drawTrack(groove(in: parts), in: context)
        }
    }

    /// Draws an image as the state and the direction want it.
    private func draw(_ image: Image?, in rect: Rect, _ context: Context) {
        guard let image else { return }
        context.draw(
            image.flipped(forRightToLeft: isRightToLeft), in: rect, opacity: isEnabled ? 1 : 0.4)
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
        if snap {
            follow(
                lastTouchPosition.clamped(from: 0, to: 1), isFine: fineGain(at: point) < 1, touch)
        }
        return true
    }

    private func isInTouchZone(_ point: Point) -> Bool {
        func reach(_ side: Double) -> Double { handleReach ?? max(10, fingerRadius - side / 2) }
        func isOn(_ rect: Rect) -> Bool {
            rect.insetBy(dx: -reach(rect.width), dy: -reach(rect.height)).contains(point)
        }
        let isOnThumb = isOn(thumbRect)
        guard touchMode != .handle else { return isOnThumb }
        switch touchZone {
        case .all: return true
        case .handle: return isOnThumb
        case .gauge: return isOnThumb || isOn(groove)
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
        // To find the window takes longer than all the rest of a move.
        guard fineControl != .none else { return 1 }
        return fineControl.gain(
            aside: travel.distanceAside(of: point), pixelsPerMillimetre: pixelsPerMillimetre,
            hasSecondFinger: hasSecondFinger, ratio: fineRatio)
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
        let fineGain = fineGain(at: point)
        let position = drag.move(to: lastTouchPosition, gain: gain(for: fineGain))
        follow(position.clamped(from: 0, to: 1), isFine: fineGain < 1, touch)
    }
}
