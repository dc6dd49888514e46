public import Drawing
public import Layers

/// Two thumbs on one track, that select a range. Two fingers can move both at once.
///
/// A finger moves the thumb it lands on or nearest to; between the thumbs it moves both. Where they
/// overlap, the one that can move in the drag's direction moves. Touching changes nothing.
///
/// `minimumValue ≤ lowerValue ≤ upperValue ≤ maximumValue` always holds: an assignment takes the
/// nearest number that keeps it, and NaN is ignored. A value that a narrower range has moved does
/// not come back when the range is widened again.
open class RangeSlider: ScaledControl {
    /// What a finger moves.
    public enum Part: Sendable {
        /// The thumb of the lower end.
        case lower
        /// The thumb of the upper end.
        case upper
        /// The range as a whole.
        case both
    }

    // MARK: Values

    /// The lower end of the selected range, 0.2 by default; at most `upperValue - minimumGap`.
    public var lowerValue: Double {
        get { lower }
        set {
            setValues(lower: newValue, upper: nil)
            reanchor()
        }
    }
    /// The upper end of the selected range, 0.8 by default; at least `lowerValue + minimumGap`.
    public var upperValue: Double {
        get { upper }
        set {
            setValues(lower: nil, upper: newValue)
            reanchor()
        }
    }
    /// How close the two values may come, in their own unit; 0 by default. At most the whole range.
    public var minimumGap: Double {
        get { min(wantedGap, maximumValue - minimumValue) }
        set {
            let new = newValue.accepted(.notNegative, else: wantedGap)
            guard new != wantedGap else { return }
            wantedGap = new
            keepValid()
        }
    }
    private var lower = 0.2
    private var upper = 0.8
    private var wantedGap = 0.0

    /// What a double tap sets the lower value to; `nil` (the default) for the minimum.
    public var defaultLowerValue: Double? {
        didSet { defaultLowerValue = defaultLowerValue.accepted(.ordered, else: oldValue) }
    }
    /// What a double tap sets the upper value to; `nil` (the default) for the maximum.
    public var defaultUpperValue: Double? {
        didSet { defaultUpperValue = defaultUpperValue.accepted(.ordered, else: oldValue) }
    }

    override var values: [Double] { [lower, upper] }

    override func scaleChanged() {
        keepValid()
        if !ticks.isEmpty { trackLayer.setNeedsDisplay() }
    }

    override func resetValues() -> Bool {
        let before = (lower, upper)
        setValues(
            lower: defaultLowerValue ?? minimumValue, upper: defaultUpperValue ?? maximumValue)
        return (lower, upper) != before
    }

    /// Sets both values at once: first the lower one as far as the range allows, then the upper one
    /// as far as the lower one does. No action is sent.
    public func setValues(lower newLower: Double, upper newUpper: Double) {
        setBoth(lower: newLower, upper: newUpper)
        reanchor()
    }

    private func setBoth(lower newLower: Double, upper newUpper: Double) {
        guard let low = scale.valid(newLower), let high = scale.valid(newUpper) else { return }
        // The difference of two ends, taken off one, may miss the other by a rounding.
        let validLow = max(min(low, maximumValue - minimumGap), minimumValue)
        store(lower: validLow, upper: high.clamped(from: validLow + minimumGap, to: maximumValue))
    }

    /// Fingers that hold a thumb go on from the values they find.
    private func reanchor() {
        let (low, high) = (scale.position(of: lower), scale.position(of: upper))
        let detents = detents.map(scale.position(of:))
        for index in drags.indices {
            drags[index].touchPosition = drags[index].lastTouchPosition
            drags[index].lower = low
            drags[index].upper = high
            drags[index].lowerDetents = DetentLatch(detents: detents, at: low)
            drags[index].upperDetents = DetentLatch(detents: detents, at: high)
            drags[index].valuesAtAnchor = (lower, upper)
        }
    }

    private func setValues(lower newLower: Double?, upper newUpper: Double?) {
        if let newLower, let valid = scale.valid(newLower) {
            store(lower: max(min(valid, upper - minimumGap), minimumValue), upper: upper)
        }
        if let newUpper, let valid = scale.valid(newUpper) {
            store(lower: lower, upper: valid.clamped(from: lower + minimumGap, to: maximumValue))
        }
    }

    private func keepValid() {
        setBoth(lower: lower, upper: upper)
        reanchor()
        setNeedsLayout()
    }

    private func store(lower newLower: Double, upper newUpper: Double) {
        guard newLower != lower || newUpper != upper else { return }
        lower = newLower
        upper = newUpper
        setNeedsLayout()
        updateReadouts()
    }

    /// What a thumb does that a finger drags against the other.
    public enum Crossing: String, Sendable, CaseIterable {
        /// It stops there.
        case stop
        /// It takes the other along, unless another finger holds that.
        case push
    }
    /// What a thumb does that a finger drags against the other; `stop` by default.
    public var crossing = Crossing.stop

    // MARK: Accessibility

    /// What of the range is adjusted by those who cannot touch it; the whole at first.
    public var accessibilityPart = Part.both

    /// Takes the next part to be adjusted: of the whole the lower end, then the upper one, then the
    /// whole.
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

    override func adjustValues(by direction: Double) -> Bool {
        let before = (lower, upper)
        switch accessibilityPart {
        case .lower: lowerValue = stepped(lower, by: direction)
        case .upper: upperValue = stepped(upper, by: direction)
        case .both: moveRange(by: direction)
        }
        return (lower, upper) != before
    }

    private func stepped(_ value: Double, by direction: Double) -> Double {
        scale.step > 0
            ? value + direction * scale.step
            : scale.value(at: clamped(scale.position(of: value) + direction / 10))
    }

    /// Moves both ends as far as both can go, so that the range keeps its width.
    private func moveRange(by direction: Double) {
        if scale.step > 0 {
            let distance = (direction * scale.step).clamped(
                from: minimumValue - lower, to: maximumValue - upper)
            return setValues(lower: lower + distance, upper: upper + distance)
        }
        let (low, high) = (scale.position(of: lower), scale.position(of: upper))
        let distance = (direction / 10).clamped(from: -low, to: 1 - high)
        setValues(lower: scale.value(at: low + distance), upper: scale.value(at: high + distance))
    }

    // MARK: Looks

    /// Whether the track stands upright, with the least value at the bottom.
    public let isVertical: Bool

    /// From right to left, the least value is at the right of a track that lies.
    open override func layoutDirectionDidChange() { redraw() }

    /// The colour of the track outside the range; `nil` for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { trackLayer.setNeedsDisplay() } }
    }
    /// The colour of the track between the thumbs; `nil` for the theme's accent.
    public var trackHighlightTintColor: Color? {
        didSet {
            guard trackHighlightTintColor != oldValue else { return }
            colorHighlight()
            // A held thumb's halo is of this colour.
            if !drags.isEmpty { redrawThumbs() }
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

    private let trackLayer = Layer()
    private let highlightLayer = ShapeLayer()
    private let glossLayer = Layer()
    private let lowerThumbLayer = Layer()
    private let upperThumbLayer = Layer()

    private var drags: [RangeDrag] = []
    /// The drag that was over last, for those who are told of its end.
    private var lastDrag: RangeDrag?

    /// A range slider that lies, or stands if `isVertical`, in `frame`.
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

    private var parts: SliderParts {
        var parts = SliderParts(
            bounds: bounds, isVertical: isVertical, isRightToLeft: isRightToLeft)
        // Asked for with each move of a finger: what a slider has not is not worked out.
        if showsTickLabels { parts.cutLabels(marks.room(isVertical: isVertical)) }
        return parts
    }

    /// The length and breadth of a thumb, in pixels: what the control is across, but leaving most of
    /// the track to move in, and up to a finger's width.
    private var thumbWidth: Double { thumbWidth(in: parts) }

    private func thumbWidth(in parts: SliderParts) -> Double {
        let length = isVertical ? bounds.height : bounds.width
        return max(min(parts.breadth - 2, length / 5, 44), 8)
    }

    private var travel: LinearTravel { travel(in: parts) }

    private func travel(in parts: SliderParts) -> LinearTravel {
        parts.travel(thumbLength: thumbWidth(in: parts))
    }

    private var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)), major: [0, 1], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont, smallerFonts: smallerFonts)
    }

    /// Where the centre of a thumb lies at `value`, along the track in the control's space.
    public func positionForValue(_ value: Double) -> Double {
        let point = travel.point(at: scale.position(of: value))
        return isVertical ? point.y : point.x
    }

    /// The rectangle of the lower thumb, in the control's space.
    public var lowerThumbRect: Rect { thumbRect(at: lower, on: travel) }
    /// The rectangle of the upper thumb, in the control's space.
    public var upperThumbRect: Rect { thumbRect(at: upper, on: travel) }

    private func thumbRect(at value: Double, on travel: LinearTravel) -> Rect {
        Rect(
            center: travel.point(at: scale.position(of: value)),
            size: Size(width: travel.thumbLength, height: travel.thumbLength))
    }

    private func trackThickness(in parts: SliderParts) -> Double {
        max(6, min(parts.breadth * 0.26, 14))
    }

    private var groove: Rect { travel.groove(thickness: trackThickness(in: parts)) }

    open override func layoutSubviews() {
        trackLayer.frame = bounds
        highlightLayer.frame = bounds
        glossLayer.frame = bounds
        placeThumbs()
    }

    private func placeThumbs() {
        let parts = parts
        let travel = travel(in: parts)
        lowerThumbLayer.frame = SliderAppearance.thumbFrame(
            around: thumbRect(at: lower, on: travel))
        upperThumbLayer.frame = SliderAppearance.thumbFrame(
            around: thumbRect(at: upper, on: travel))
        highlightLayer.shape = .roundedRect(
            travel.rect(
                from: scale.position(of: lower), to: scale.position(of: upper),
                thickness: trackThickness(in: parts) - 2), radius: 0)
    }

    // MARK: Drawing

    private func redraw() {
        colorHighlight()
        setNeedsLayout()
        trackLayer.setNeedsDisplay()
        glossLayer.setNeedsDisplay()
        redrawThumbs()
    }

    override func themeChanged() { redraw() }

    override func ticksChanged() {
        trackLayer.setNeedsDisplay()
        if font != nil { redraw() }
    }

    override func textChanged() { if showsTickLabels { redraw() } }

    private func redrawThumbs() {
        lowerThumbLayer.setNeedsDisplay()
        upperThumbLayer.setNeedsDisplay()
    }

    private func colorHighlight() {
        let color = trackHighlightTintColor ?? theme.accent
        highlightLayer.fillColor = isEnabled ? color : theme.mute(color)
    }

    open override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled { redraw() }
    }

    private var appearance: SliderAppearance {
        SliderAppearance(
            theme: theme, trackColor: trackTintColor, thumbColor: thumbTintColor,
            haloColor: trackHighlightTintColor, curvaceousness: curvaceousness,
            isVertical: isVertical, isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            drawTrack(in: context)
        } else if layer === glossLayer {
            appearance.drawGloss(groove, in: context)
        } else if layer === lowerThumbLayer || layer === upperThumbLayer {
            appearance.drawThumb(
                layer.bounds.insetBy(
                    dx: SliderAppearance.thumbMargin, dy: SliderAppearance.thumbMargin),
                cornerRadius: thumbWidth / 2 * curvaceousness, markColor: nil,
                isHeld: isHeld(layer === lowerThumbLayer ? .lower : .upper), in: context)
        } else {
            super.draw(layer, in: context)
        }
    }

    private func drawTrack(in context: Context) {
        let parts = parts
        let travel = travel(in: parts)
        let thickness = trackThickness(in: parts)
        let theme = appearance.theme
        let marks = marks
        marks.drawLines(
            along: travel, inner: thickness / 2 + 3,
            length: max(parts.breadth / 2 - thickness / 2 - 4, 0), theme, in: context)
        marks.drawLabels(along: travel, in: parts.labels, theme, in: context)
        appearance.drawTrack(travel.groove(thickness: thickness), in: context)
    }

    /// Whether a thumb looks held: a finger moves it, or may yet choose it.
    private func isHeld(_ part: Part) -> Bool {
        drags.contains { $0.part == part || $0.part == .both || $0.part == nil }
    }

    /// Draws anew each thumb that `change` takes hold of or lets go.
    private func redrawHeldThumbs(after change: () -> Void) {
        let (lowerWasHeld, upperWasHeld) = (isHeld(.lower), isHeld(.upper))
        change()
        if isHeld(.lower) != lowerWasHeld { lowerThumbLayer.setNeedsDisplay() }
        if isHeld(.upper) != upperWasHeld { upperThumbLayer.setNeedsDisplay() }
    }

    // MARK: Tracking

    /// Which part a finger moves, or has moved when the actions for its end are called; `nil` if it
    /// moves none, or it is not decided yet.
    public func part(of touch: Touch) -> Part? {
        if let drag = drags.first(where: { $0.touch === touch }) { return drag.part }
        return lastDrag.flatMap { $0.touch === touch ? $0.part : nil }
    }

    override func popupText(for touch: Touch) -> String {
        switch part(of: touch) {
        case .lower?: text(for: lower)
        case .upper?: text(for: upper)
        case .both?, nil: super.popupText(for: touch)
        }
    }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let choice = parts(at: point).filter(isFree)
        guard !choice.isEmpty else { return false }
        let position = travel.position(at: point)
        let (low, high) = (scale.position(of: lower), scale.position(of: upper))
        let detents = detents.map(scale.position(of:))
        let drag = RangeDrag(
            touch: touch, part: choice.count == 1 ? choice[0] : nil, touchPosition: position,
            lastTouchPosition: position, lower: low, upper: high, gain: gain(at: point),
            lowerDetents: DetentLatch(detents: detents, at: low),
            upperDetents: DetentLatch(detents: detents, at: high), valuesAtBegin: (lower, upper),
            valuesAtAnchor: (lower, upper))
        redrawHeldThumbs { drags.append(drag) }
        return true
    }

    /// What a finger at `point` may move, if it is free: one part, or either of two thumbs.
    private func parts(at point: Point) -> [Part] {
        // Fingers are wider than thumbs: what is near one counts as on it.
        let reach = max(0, max(20, fingerRadius) - thumbWidth / 2)
        let onLower = lowerThumbRect.insetBy(dx: -reach, dy: -reach).contains(point)
        let onUpper = upperThumbRect.insetBy(dx: -reach, dy: -reach).contains(point)
        let position = travel.position(at: point)
        let low = scale.position(of: lower)
        let high = scale.position(of: upper)
        if onLower, onUpper {
            if lowerThumbRect.intersects(upperThumbRect) { return [.lower, .upper] }
            return [position - low < high - position ? .lower : .upper]
        }
        if onLower || position <= low { return [.lower] }
        if onUpper || position >= high { return [.upper] }
        // With one thumb held, a second finger between the two wants the other thumb.
        return drags.isEmpty ? [.both] : [.lower, .upper]
    }

    private func isFree(_ part: Part) -> Bool {
        drags.allSatisfy { $0.part != part && $0.part != .both && part != .both }
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        guard let index = drags.firstIndex(where: { $0.touch === touch }) else { return false }
        let point = touch.location(in: self)
        let travel = travel
        drags[index].rebase(to: travel.position(at: touch.previousLocation(in: self)))
        drags[index].lastTouchPosition = travel.position(at: point)
        let moved =
            (drags[index].lastTouchPosition - drags[index].touchPosition) * drags[index].gain
        if drags[index].part == nil {
            guard moved != 0, let part = movablePart(isDown: moved < 0) else { return true }
            redrawHeldThumbs { drags[index].part = part }
        }
        let before = (lower, upper)
        var drag = drags[index]
        move(&drag, by: moved, isFine: gain(at: point) < sensitivity)
        changeGain(of: &drag, to: gain(at: point), after: moved)
        drags[index] = drag
        if isContinuous, (lower, upper) != before { sendActions(for: .valueChanged, touch: touch) }
        return true
    }

    private func gain(at point: Point) -> Double {
        sensitivity
            * fineControl.gain(
                aside: travel.distanceAside(of: point), pixelsPerMillimetre: pixelsPerMillimetre,
                hasSecondFinger: hasSecondFinger, ratio: fineRatio)
    }

    /// From here on the finger counts differently; what it moved on its way here stays.
    private func changeGain(of drag: inout RangeDrag, to gain: Double, after moved: Double) {
        guard gain != drag.gain else { return }
        drag.anchor(after: moved)
        drag.gain = gain
    }

    /// The thumb that a drag in one direction moves, of two that lie on one another: the one ahead,
    /// or if that is at its end the other; `nil` if neither can move.
    private func movablePart(isDown: Bool) -> Part? {
        let isApart = upper > lower + minimumGap
        let hasRoomAhead = isDown ? lower > minimumValue : upper < maximumValue
        let (ahead, behind): (Part, Part) = isDown ? (.lower, .upper) : (.upper, .lower)
        if isFree(ahead), hasRoomAhead { return ahead }
        return isFree(behind) && isApart ? behind : nil
    }

    private func move(_ drag: inout RangeDrag, by distance: Double, isFine: Bool) {
        switch drag.part {
        case .lower?:
            // Fine control finds its own places.
            let wanted = clamped(drag.lower + distance)
            let position = isFine ? wanted : drag.lowerDetents.position(for: wanted)
            moveLower(to: value(at: position, keeping: lower))
        case .upper?:
            let wanted = clamped(drag.upper + distance)
            let position = isFine ? wanted : drag.upperDetents.position(for: wanted)
            moveUpper(to: value(at: position, keeping: upper))
        case .both?:
            // As far as both can go, so that the range keeps its width.
            let distance = distance.clamped(from: -drag.lower, to: 1 - drag.upper)
            let newLower = value(at: drag.lower + distance, keeping: lower)
            setBoth(
                lower: newLower, upper: upperValue(of: drag, movedBy: distance, lower: newLower))
        case nil: break
        }
    }

    private func moveLower(to value: Double) {
        if crossing == .push, isFree(.upper) {
            setBoth(lower: value, upper: max(upper, value + minimumGap))
        } else {
            setValues(lower: value, upper: nil)
        }
    }

    private func moveUpper(to value: Double) {
        guard crossing == .push, isFree(.lower) else { return setValues(lower: nil, upper: value) }
        let value = max(value, minimumValue + minimumGap)
        setBoth(lower: max(min(lower, value - minimumGap), minimumValue), upper: value)
    }

    private func clamped(_ position: Double) -> Double { position.clamped(from: 0, to: 1) }

    /// The upper value of a range that moved as a whole.
    private func upperValue(of drag: RangeDrag, movedBy distance: Double, lower: Double) -> Double {
        guard scale.taper.curve == .linear, lower != drag.valuesAtAnchor.lower else {
            return value(at: drag.upper + distance, keeping: upper)
        }
        // On an even scale the width is kept in the values, which are stepped together.
        return lower + (drag.valuesAtAnchor.upper - drag.valuesAtAnchor.lower)
    }

    /// The value at a position; where the finger has not moved the thumb, the value it has, which a
    /// taper's rounding might else change.
    private func value(at position: Double, keeping value: Double) -> Double {
        let position = clamped(position)
        return position == scale.position(of: value) ? value : scale.value(at: position)
    }

    open override func endTracking(_ touch: Touch) { forget(touch) }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel, let drag = drags.first(where: { $0.touch === touch }) { revert(drag) }
        forget(touch)
    }

    /// Puts back what the finger moved; another finger's thumb stays where that took it.
    private func revert(_ drag: RangeDrag) {
        switch drag.part {
        case .lower?: lowerValue = drag.valuesAtBegin.lower
        case .upper?: upperValue = drag.valuesAtBegin.upper
        case .both?: setValues(lower: drag.valuesAtBegin.lower, upper: drag.valuesAtBegin.upper)
        case nil: break
        }
    }

    private func forget(_ touch: Touch) {
        guard let index = drags.firstIndex(where: { $0.touch === touch }) else { return }
        let drag = drags[index]
        if !isContinuous, hasMoved(drag) { sendActions(for: .valueChanged, touch: touch) }
        lastDrag = drag
        redrawHeldThumbs { drags.removeAll { $0.touch === touch } }
    }

    private func hasMoved(_ drag: RangeDrag) -> Bool {
        switch drag.part {
        case .lower?: lower != drag.valuesAtBegin.lower
        case .upper?: upper != drag.valuesAtBegin.upper
        case .both?: (lower, upper) != drag.valuesAtBegin
        case nil: false
        }
    }
}
