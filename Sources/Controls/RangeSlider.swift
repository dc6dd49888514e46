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
open class RangeSlider: Control {
    /// What a finger moves.
    public enum Part: Sendable {
        case lower, upper
        /// The range as a whole.
        case both
    }

    // MARK: Values

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
    /// The values and where they lie on the track. Both values are kept within.
    public var scale = ValueScale() {
        didSet { if scale != oldValue { keepValid() } }
    }
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
            guard newValue >= 0, newValue.isFinite, newValue != wantedGap else { return }
            wantedGap = newValue
            keepValid()
        }
    }
    private var lower = 0.2
    private var upper = 0.8
    private var wantedGap = 0.0

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
        store(lower: validLow, upper: min(max(high, validLow + minimumGap), maximumValue))
    }

    /// Fingers that hold a thumb go on from the values they find.
    private func reanchor() {
        for index in drags.indices {
            drags[index].touchPosition = drags[index].lastTouchPosition
            drags[index].lower = scale.position(of: lower)
            drags[index].upper = scale.position(of: upper)
        }
    }

    private func setValues(lower newLower: Double?, upper newUpper: Double?) {
        if let newLower, let valid = scale.valid(newLower) {
            store(lower: max(min(valid, upper - minimumGap), minimumValue), upper: upper)
        }
        if let newUpper, let valid = scale.valid(newUpper) {
            store(lower: lower, upper: min(max(valid, lower + minimumGap), maximumValue))
        }
    }

    private func keepValid() {
        setBoth(lower: lower, upper: upper)
        setNeedsLayout()
    }

    private func store(lower newLower: Double, upper newUpper: Double) {
        guard newLower != lower || newUpper != upper else { return }
        lower = newLower
        upper = newUpper
        showValues()
    }

    /// Whether `valueChanged` is sent while a finger moves (the default), or once at its release
    /// or cancellation, if a value is another then.
    public var isContinuous = true

    // MARK: Looks

    /// Whether the track stands upright, with the least value at the bottom.
    public let isVertical: Bool
    /// The colours of what has no colour of its own.
    public var theme = Theme.dark {
        didSet { if theme != oldValue { redraw() } }
    }
    /// The colour of the track outside the range; `nil` for the theme's.
    public var trackTintColor: Color? {
        didSet { if trackTintColor != oldValue { trackLayer.setNeedsDisplay() } }
    }
    /// The colour of the track between the thumbs; `nil` for the theme's accent.
    public var trackHighlightTintColor: Color? {
        didSet { if trackHighlightTintColor != oldValue { colorHighlight() } }
    }
    /// The colour of the thumbs; `nil` for the theme's.
    public var thumbTintColor: Color? {
        didSet { if thumbTintColor != oldValue { redrawThumbs() } }
    }
    /// How round the track and the thumbs are: 0 is square, 1 (the default) is round.
    public var curvaceousness: Double = 1 {
        didSet {
            curvaceousness = curvaceousness.isNaN ? oldValue : min(max(curvaceousness, 0), 1)
            if curvaceousness != oldValue { redraw() }
        }
    }

    private let trackLayer = Layer()
    private let highlightLayer = ShapeLayer()
    private let lowerThumbLayer = Layer()
    private let upperThumbLayer = Layer()

    /// One finger, and where it counts from.
    private struct Drag {
        let touch: Touch
        /// `nil` while it is not decided which of two overlapping thumbs it moves.
        var part: Part?
        var touchPosition: Double
        var lastTouchPosition: Double
        var lower: Double
        var upper: Double
        let valuesAtBegin: (lower: Double, upper: Double)
    }
    private var drags: [Drag] = []
    /// The drag that was over last, for those who are told of its end.
    private var lastDrag: Drag?

    /// A range slider that lies, or stands if `isVertical`, in `frame`.
    public init(frame: Rect, isVertical: Bool = false) {
        self.isVertical = isVertical
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        for part in [trackLayer, highlightLayer, lowerThumbLayer, upperThumbLayer] {
            layer.addSublayer(part)
        }
        for part in [trackLayer, lowerThumbLayer, upperThumbLayer] { part.delegate = self }
        colorHighlight()
    }

    // MARK: Geometry

    private var thickness: Double { isVertical ? bounds.width : bounds.height }

    /// The length and breadth of a thumb, in pixels: what the control is across, but leaving most of
    /// the track to move in, and up to a finger's
    /// width.
    private var thumbWidth: Double {
        let length = isVertical ? bounds.height : bounds.width
        return max(min(thickness - 2, length / 5, 44), 8)
    }

    private var travel: LinearTravel {
        LinearTravel(bounds: bounds, isVertical: isVertical, thumbLength: thumbWidth)
    }

    /// Where the centre of a thumb lies at `value`, along the track in the control's space.
    public func positionForValue(_ value: Double) -> Double {
        let point = travel.point(at: scale.position(of: value))
        return isVertical ? point.y : point.x
    }

    /// The rectangle of the lower thumb, in the control's space.
    public var lowerThumbRect: Rect { thumbRect(at: lower) }
    /// The rectangle of the upper thumb, in the control's space.
    public var upperThumbRect: Rect { thumbRect(at: upper) }

    private func thumbRect(at value: Double) -> Rect {
        Rect(
            center: travel.point(at: scale.position(of: value)),
            size: Size(width: thumbWidth, height: thumbWidth))
    }

    private var trackThickness: Double { max(6, min(thickness * 0.26, 14)) }

    open override func layoutSubviews() {
        trackLayer.frame = bounds
        highlightLayer.frame = bounds
        showValues()
    }

    private func showValues() {
        for (layer, rect) in [(lowerThumbLayer, lowerThumbRect), (upperThumbLayer, upperThumbRect)]
        {
            layer.frame = Rect(
                x: (rect.minX - SliderAppearance.thumbMargin).rounded(),
                y: (rect.minY - SliderAppearance.thumbMargin).rounded(),
                width: (rect.width + 2 * SliderAppearance.thumbMargin).rounded(),
                height: (rect.height + 2 * SliderAppearance.thumbMargin).rounded())
        }
        highlightLayer.shape = .roundedRect(
            travel.rect(
                from: scale.position(of: lower), to: scale.position(of: upper),
                thickness: trackThickness - 2), radius: 0)
    }

    // MARK: Drawing

    private func redraw() {
        colorHighlight()
        trackLayer.setNeedsDisplay()
        redrawThumbs()
    }

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
            curvaceousness: curvaceousness, isVertical: isVertical, isEnabled: isEnabled)
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === trackLayer {
            let ends = travel.rect(from: 0, to: 1, thickness: trackThickness)
            let reach = trackThickness / 2
            appearance.drawTrack(
                isVertical
                    ? ends.insetBy(dx: 0, dy: -reach) : ends.insetBy(dx: -reach, dy: 0),
                in: context)
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

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        let choice = parts(at: point).filter(isFree)
        guard !choice.isEmpty else { return false }
        let position = travel.position(at: point)
        let drag = Drag(
            touch: touch, part: choice.count == 1 ? choice[0] : nil, touchPosition: position,
            lastTouchPosition: position, lower: scale.position(of: lower),
            upper: scale.position(of: upper), valuesAtBegin: (lower, upper))
        redrawHeldThumbs { drags.append(drag) }
        return true
    }

    /// What a finger at `point` may move, if it is free: one part, or either of two thumbs.
    private func parts(at point: Point) -> [Part] {
        // Fingers are wider than thumbs: what is near one counts as on it.
        let reach = max(0, 40 - thumbWidth) / 2
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
        drags[index].lastTouchPosition = travel.position(at: touch.location(in: self))
        let moved = drags[index].lastTouchPosition - drags[index].touchPosition
        if drags[index].part == nil {
            guard moved != 0, let part = movablePart(isDown: moved < 0) else { return true }
            redrawHeldThumbs { drags[index].part = part }
        }
        let before = (lower, upper)
        move(drags[index], by: moved)
        if isContinuous, (lower, upper) != before { sendActions(for: .valueChanged, touch: touch) }
        return true
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

    private func move(_ drag: Drag, by distance: Double) {
        switch drag.part {
        case .lower?:
            setValues(lower: value(at: drag.lower + distance, keeping: lower), upper: nil)
        case .upper?:
            setValues(lower: nil, upper: value(at: drag.upper + distance, keeping: upper))
        case .both?:
            // As far as both can go, so that the range keeps its width.
            let distance = min(max(distance, -drag.lower), 1 - drag.upper)
            let newLower = value(at: drag.lower + distance, keeping: lower)
            setBoth(
                lower: newLower, upper: upperValue(of: drag, movedBy: distance, lower: newLower))
        case nil: break
        }
    }

    /// The upper value of a range that moved as a whole.
    private func upperValue(of drag: Drag, movedBy distance: Double, lower: Double) -> Double {
        guard scale.taper.curve == .linear, lower != drag.valuesAtBegin.lower else {
            return value(at: drag.upper + distance, keeping: upper)
        }
        // On an even scale the width is kept in the values, which are stepped together.
        return lower + (drag.valuesAtBegin.upper - drag.valuesAtBegin.lower)
    }

    /// The value at a position; where the finger has not moved the thumb, the value it has, which a
    /// taper's rounding might else change.
    private func value(at position: Double, keeping value: Double) -> Double {
        let position = min(max(position, 0), 1)
        return position == scale.position(of: value) ? value : scale.value(at: position)
    }

    open override func endTracking(_ touch: Touch) { forget(touch) }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel, let drag = drags.first(where: { $0.touch === touch }) { revert(drag) }
        forget(touch)
    }

    /// Puts back what the finger moved; another finger's thumb stays where that took it.
    private func revert(_ drag: Drag) {
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

    private func hasMoved(_ drag: Drag) -> Bool {
        switch drag.part {
        case .lower?: lower != drag.valuesAtBegin.lower
        case .upper?: upper != drag.valuesAtBegin.upper
        case .both?: (lower, upper) != drag.valuesAtBegin
        case nil: false
        }
    }
}
