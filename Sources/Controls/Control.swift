public import Drawing

/// A view that tracks a finger and sends its targets what happened. Like `UIControl`.
///
/// Subclasses override `beginTracking(_:)`, `continueTracking(_:)`, `endTracking(_:)` and
/// `cancelTracking(_:)`. The first finger that lands on a control owns it, wherever it moves. Other
/// fingers are ignored until they lift, and never become the owner. A control with
/// `isMultipleTouchEnabled` tracks each finger that its `beginTracking(_:)` accepts.
open class Control: View {
    /// Whether fingers can touch the control. Disabling it cancels its touches.
    public final var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { cancelAllTracking(reason: .disabled) }
            stateChanged(from: state.symmetricDifference(.disabled))
        }
    }
    /// Whether the control only shows its value; off by default. No finger moves a display. It is
    /// drawn flat, in its normal colours even if it is disabled, and without the parts that fingers
    /// hold.
    public final var isDisplay = false {
        didSet {
            guard isDisplay != oldValue else { return }
            if isDisplay { cancelAllTracking(reason: .disabled) }
            // Redraws the control as if it had been enabled or disabled.
            stateChanged(from: state.symmetricDifference(.disabled))
        }
    }
    /// Whether the control looks selected.
    public var isSelected = false {
        didSet {
            if isSelected != oldValue { stateChanged(from: state.symmetricDifference(.selected)) }
        }
    }
    /// Whether the control looks held.
    public final var isHighlighted = false {
        didSet {
            guard isHighlighted != oldValue else { return }
            stateChanged(from: state.symmetricDifference(.highlighted))
        }
    }
    /// How far a finger must move before tracking begins, in pixels; 0 by default. The value
    /// follows the finger from there. With a tap recogniser, the distance is at least the window's
    /// `tapSlop`, so that a tap does not move the control. A value below 0 or not finite is
    /// ignored.
    public final var touchSlop: Double = 0 {
        didSet { touchSlop = touchSlop.accepted(.notNegative, else: oldValue) }
    }

    /// Whether a cancelled touch restores the former value, in controls with a value; off by
    /// default.
    public final var revertsOnCancel = false

    /// The actions for each event.
    final var actions = ActionList()
    private final var tracked: [TrackedTouch] = []
    /// Fingers that landed while others owned the control. They are ignored until they lift.
    private final var ignoredTouches: [Touch] = []
    /// Whether `beginTracking(_:)` is running.
    private final var isBeginning = false
    /// The events that were sent while `beginTracking(_:)` ran.
    private final var eventsOfBegin: Event = []

    public override init(frame: Rect) {
        super.init(frame: frame)
        isAccessibilityElement = true
    }

    /// Called when `state` changed from `oldState`. Controls whose appearance depends on it
    /// override this.
    open func stateChanged(from oldState: State) { setNeedsLayout() }

    // MARK: Actions

    /// Calls the actions for `events`. `touch` is the finger that caused them, if one did.
    ///
    /// The action for a value that changes in `beginTracking(_:)` comes after `editingDidBegin`, or
    /// without it if the finger is rejected.
    open func sendActions(for events: Event, touch: Touch? = nil) {
        if isBeginning {
            eventsOfBegin.formUnion(events)
            return
        }
        if actions.knownEvents & events.rawValue != 0 {
            // An action may add and remove actions: iterate over a copy.
            let actions = actions
            actions.perform(for: events.rawValue, touch)
        }
        if let touch { showPopup(for: events, touch) }
    }

    // MARK: Tracking

    /// Whether a finger owns the control.
    public final var isTracking: Bool { tracked.contains { $0.hasBegun } }

    /// Whether a finger that owns the control is in its bounds.
    public final var isTouchInside: Bool { tracked.contains { $0.hasBegun && $0.isInside } }

    /// Whether a finger owns the control, or is within the slop and may become the owner.
    public final var isTouched: Bool { !tracked.isEmpty }

    /// Whether a finger other than the owner is on the control.
    public final var hasSecondFinger: Bool { !ignoredTouches.isEmpty }

    /// Called when a finger landed, or left the slop. `false` rejects the finger: the control
    /// ignores it until it lifts.
    open func beginTracking(_ touch: Touch) -> Bool { true }

    /// Called when an owner moved. `false` ends the tracking: after `endTracking(_:)`, the control
    /// sends `editingDidEnd`, and ignores the finger until it lifts.
    open func continueTracking(_ touch: Touch) -> Bool { true }

    /// Called when an owner lifted. Its coordinates are those of its last move.
    open func endTracking(_ touch: Touch) {}

    /// Called when an owner was cancelled. The value stays.
    open func cancelTracking(_ touch: Touch) {}

    open override func touchesBegan(_ touches: [Touch]) {
        guard isUsable else {
            ignoredTouches += touches
            return
        }
        for touch in touches {
            guard isMultipleTouchEnabled || tracked.isEmpty else {
                ignoredTouches.append(touch)
                continue
            }
            tracked.append(
                TrackedTouch(touch: touch, landedAt: touch.location(in: self), hasBegun: false))
            if slop <= 0 { begin(touch) }
        }
    }

    /// Whether a finger that lifts within the slop counts, because a touch alone determines the
    /// value, as on a key. Off by default: such a finger was a tap, and `beginTracking(_:)` is not
    /// called for it.
    open var takesTaps: Bool { false }

    /// Whether tracking begins only once the finger cannot be a tap, so that a tap recogniser on
    /// the control can take it: it has moved by the slop. By default `true` if the control has such
    /// a recogniser. A key overrides this, because it acts at once.
    open var waitsForTaps: Bool { gestureRecognizers.contains { $0 is TapGestureRecognizer } }

    private final var slop: Double {
        guard waitsForTaps else { return touchSlop }
        return max(touchSlop, (window?.tapSlop ?? 1.5) * pixelsPerMillimetre)
    }

    private final func begin(_ touch: Touch) {
        isBeginning = true
        eventsOfBegin = []
        let isAccepted = beginTracking(touch)
        isBeginning = false
        guard isAccepted, let index = trackedIndex(of: touch) else {
            if trackedIndex(of: touch) != nil { ignoredTouches.append(touch) }
            tracked.removeAll { $0.touch === touch }
            if !eventsOfBegin.isEmpty { sendActions(for: eventsOfBegin, touch: touch) }
            return
        }
        tracked[index].hasBegun = true
        tracked[index].unsentEvents = eventsOfBegin
        isHighlighted = true
        sendActions(for: .touchDown, touch: touch)
        // An action may have cancelled the touch.
        guard let index = trackedIndex(of: touch) else { return }
        tracked[index].isEdited = true
        sendActions(for: .editingDidBegin, touch: touch)
        guard let index = trackedIndex(of: touch) else { return }
        let changes = tracked[index].unsentEvents
        tracked[index].unsentEvents = []
        if !changes.isEmpty { sendActions(for: changes, touch: touch) }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        for touch in touches {
            guard let index = trackedIndex(of: touch) else { continue }
            if tracked[index].hasBegun {
                if continueTracking(touch) {
                    sendDragEvents(touch)
                } else if let entry = remove(touch) {
                    ignoredTouches.append(touch)
                    finish(entry, isLift: false)
                }
            } else if touch.location(in: self).distance(to: tracked[index].landedAt) >= slop {
                begin(touch)
            }
        }
        if !popups.isEmpty, let window { popups.move(touches, in: window, text: popupText) }
    }

    private final func sendDragEvents(_ touch: Touch) {
        guard let index = trackedIndex(of: touch) else { return }
        let isInside = point(inside: touch.location(in: self))
        let wasInside = tracked[index].isInside
        tracked[index].isInside = isInside
        if isInside != wasInside {
            sendActions(for: isInside ? .touchDragEnter : .touchDragExit, touch: touch)
            guard trackedIndex(of: touch) != nil else { return }
        }
        sendActions(for: isInside ? .touchDragInside : .touchDragOutside, touch: touch)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        for touch in touches {
            if takesTaps, tracked.contains(where: { $0.touch === touch && !$0.hasBegun }) {
                begin(touch)
            }
            if let entry = remove(touch) { finish(entry) }
        }
    }

    open override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches { cancel(touch) }
    }

    /// - Parameter isLift: Whether the finger lifted. Otherwise the control has ended the tracking.
    private final func finish(_ entry: TrackedTouch, isLift: Bool = true) {
        guard entry.hasBegun else { return }
        let touch = entry.touch
        endTracking(touch)
        isHighlighted = isTracking
        if isLift {
            let isInside = point(inside: touch.location(in: self))
            sendActions(for: isInside ? .touchUpInside : .touchUpOutside, touch: touch)
        }
        sendActions(for: .editingDidEnd, touch: touch)
    }

    /// - Parameter isDown: Whether the finger is still on the control, which ignores it until it
    ///   lifts.
    private final func cancel(_ touch: Touch, isDown: Bool = false) {
        guard let entry = remove(touch) else { return }
        if isDown { ignoredTouches.append(touch) }
        guard entry.hasBegun else { return }
        if !entry.unsentEvents.isEmpty { sendActions(for: entry.unsentEvents, touch: touch) }
        cancelTracking(touch)
        isHighlighted = isTracking
        sendActions(for: .touchCancel, touch: touch)
        if entry.isEdited { sendActions(for: .editingDidEnd, touch: touch) }
    }

    private final func remove(_ touch: Touch) -> TrackedTouch? {
        ignoredTouches.removeAll { $0 === touch }
        return trackedIndex(of: touch).map { tracked.remove(at: $0) }
    }

    private final func trackedIndex(of touch: Touch) -> Int? {
        tracked.firstIndex { $0.touch === touch }
    }

    private final func cancelAllTracking(reason: Touch.CancellationReason) {
        for entry in tracked {
            let time = max(entry.touch.timestamp, window?.newestTime ?? .zero)
            entry.touch.cancel(reason, at: time)
            cancel(entry.touch, isDown: true)
        }
    }

    /// A new size cancels the touches, because the touched parts have moved.
    override func sizeChanged() { window?.cancelTouches(in: self, reason: .page) }

    // MARK: Gestures

    /// Keeps a finger from recognisers around the control that would take its tap or drag. Others
    /// may begin: those on the control itself, those of several fingers, and long presses. As in
    /// UIKit, where each control has a list of its own.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        if recognizer.view === self || !isUsable || recognizer.maximumNumberOfTouches > 1 {
            return true
        }
        return switch recognizer {
        case is TapGestureRecognizer: !takesTaps
        case is PanGestureRecognizer, is SwipeGestureRecognizer: !takesDrags
        default: true
        }
    }

    /// Whether the movement of a finger means something to the control; on by default. A key
    /// overrides this, because it is only pressed.
    open var takesDrags: Bool { true }

    // MARK: Double taps

    /// What two quick taps on the control do; `none` by default. `reset` has no effect on a control
    /// without a default.
    public final var doubleTap = DoubleTap.none {
        didSet { if doubleTap != oldValue { watchTaps() } }
    }
    private final var doubleTapRecognizer: TapGestureRecognizer?

    /// Adds the recogniser of double taps, if they have an effect.
    private final func watchTaps() {
        if let doubleTapRecognizer { removeGestureRecognizer(doubleTapRecognizer) }
        doubleTapRecognizer = nil
        guard doubleTap != .none else { return }
        let recognizer = TapGestureRecognizer()
        recognizer.numberOfTapsRequired = 2
        recognizer.addAction { [unowned self] recognizer in
            guard isEnabled else { return }
            let touch = recognizer.touches.last
            if doubleTap == .event {
                sendActions(for: .primaryActionTriggered, touch: touch)
            } else if resetValues() {
                sendActions(for: .valueChanged, touch: touch)
            }
        }
        addGestureRecognizer(recognizer)
        doubleTapRecognizer = recognizer
    }

    /// Restores the defaults, after a double tap, and sends no action. Controls with defaults
    /// override this.
    ///
    /// - Returns: Whether a value changed.
    open func resetValues() -> Bool { false }

    // MARK: Appearance

    /// The typeface and size of the texts on the control: the font set here, or else the
    /// `defaultFont` of a superview. `nil`, the default, draws no text. Setting `nil` inherits the
    /// superview's font again.
    public final var font: Font? {
        get { defaultFont }
        set { defaultFont = newValue }
    }

    // MARK: The value in words

    private final var readouts = Readouts()

    /// The value as a person reads it, such as "-6.0 dB". A screen reader speaks it, and labels
    /// that follow the control show it. `nil`, the default, is for a control without a value.
    open var valueText: String? { nil }

    /// Updates the popup above the finger, and the labels that follow the control. A subclass calls
    /// this when `valueText` changed.
    open func updateReadouts() {
        popups.update(text: popupText)
        readouts.update()
    }

    /// The text of a label that follows the control. A number is in the given format, or else in
    /// the control's own. By default, `valueText`.
    open func readout(_ format: ValueFormat?) -> String { valueText ?? "" }

    /// Shorter forms of the same text, from long to short. `nil`, the default, is for words, which
    /// may be truncated.
    open func shorterReadouts(_ format: ValueFormat?) -> [String]? { nil }

    /// Notifies `label` of each change of the value from now on.
    final func addReadout(_ label: Label) { readouts.add(label) }

    final func removeReadout(_ label: Label) { readouts.remove(label) }

    // MARK: The value above the finger

    private final var popups = ValuePopups()

    /// Whether a popup shows the value above the finger that moves the control; off by default. It
    /// needs a `font`. The popup is 15 mm above the finger, in front of everything in the window,
    /// until 1 s after the lift.
    public final var showsPopup = false

    /// The value that this finger sets, as a person reads it; `valueText` by default. Controls
    /// whose fingers set different values override it.
    open func popupText(for touch: Touch) -> String { valueText ?? "" }

    private final func showPopup(for events: Event, _ touch: Touch) {
        if showsPopup, events.contains(.touchDown), let font, let window {
            popups.show(popupText(for: touch), touch, theme: theme, font: font, in: window)
        }
        if !events.isDisjoint(with: [.touchUp, .touchCancel]) { popups.leave(touch) }
    }

    // MARK: Accessibility

    /// The value that was set, or else `valueText`.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? valueText }
        set { super.accessibilityValue = newValue }
    }

    override var seesEveryTouch: Bool { true }
    /// The traits that were set, and whether the control is selected or disabled.
    open override var accessibilityTraits: AccessibilityTraits {
        get {
            var traits = super.accessibilityTraits
            if isSelected { traits.insert(.selected) }
            if !isEnabled { traits.insert(.notEnabled) }
            return traits
        }
        set { super.accessibilityTraits = newValue.subtracting([.selected, .notEnabled]) }
    }
}
