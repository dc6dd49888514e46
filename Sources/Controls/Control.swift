public import Drawing

/// A view with a purpose: it follows a finger and tells its targets what happened. As UIControl.
///
/// Subclasses override `beginTracking(_:)`, `continueTracking(_:)`, `endTracking(_:)` and
/// `cancelTracking(_:)`. The first finger that lands on a control owns it, wherever it moves; other
/// fingers are ignored until they lift, and never become owner. A control with
/// `isMultipleTouchEnabled` tracks each finger that its `beginTracking(_:)` accepts.
open class Control: View {

    private struct Tracked {
        let touch: Touch
        let landedAt: Point
        /// Whether the finger has left the slop around where it landed.
        var hasBegun: Bool
        /// Whether the finger is in the control's bounds.
        var isInside = true
    }

    /// Whether the control can be touched. Disabling it cancels its touches.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { cancelAllTracking(reason: .disabled) }
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
    public var isHighlighted = false {
        didSet {
            guard isHighlighted != oldValue else { return }
            stateChanged(from: state.symmetricDifference(.highlighted))
        }
    }
    /// How far a finger must move before it counts, in pixels; 0 by default. The value then
    /// follows from there. A control with a tap recogniser waits for the window's `tapSlop` at least, so
    /// that a tap does not move it. What is below 0 or not finite is ignored.
    public var touchSlop: Double = 0 {
        didSet { touchSlop = touchSlop.accepted(.notNegative, else: oldValue) }
    }

    /// Whether a cancelled touch puts back the value from before it, in controls that have one; off
    /// by default.
    public var revertsOnCancel = false

    /// Who is told of what.
    var actions = ActionList<(sender: Control, touch: Touch?)>()
    private var tracked: [Tracked] = []
    /// Fingers that landed while others had the control: nothing, until they lift.
    private var bystanders: [Touch] = []
    /// Whether `beginTracking(_:)` is being asked.
    private var isBeginning = false
    /// What was to be sent meanwhile.
    private var eventsOfBegin: Event = []

    public override init(frame: Rect) {
        super.init(frame: frame)
        isAccessibilityElement = true
    }

    /// The looks that apply now.
    public var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// `state` is another than `oldState`. To be overridden by controls whose looks depend on it.
    open func stateChanged(from oldState: State) { setNeedsLayout() }

    // MARK: Actions

    /// Calls the actions for `events`. `touch` is the finger that is the cause, if one is.
    ///
    /// A value that changes in `beginTracking(_:)` is told after `touchDown` and `editingDidBegin`.
    open func sendActions(for events: Event, touch: Touch? = nil) {
        if isBeginning {
            eventsOfBegin.formUnion(events)
            return
        }
        // An action may add and remove others.
        let actions = actions
        actions.perform(for: events.rawValue, (self, touch))
        if let touch { showPopup(for: events, touch) }
    }

    // MARK: Tracking

    /// Whether a finger owns the control.
    public var isTracking: Bool { tracked.contains { $0.hasBegun } }

    /// Whether a finger that owns the control is in its bounds.
    public var isTouchInside: Bool { tracked.contains { $0.hasBegun && $0.isInside } }

    /// Whether a finger owns the control or, being still within the slop, may yet.
    public var isTouched: Bool { !tracked.isEmpty }

    /// Whether another finger than the owner is on the control.
    public var hasSecondFinger: Bool { !bystanders.isEmpty }

    /// A finger landed, or left the slop. `false` refuses it: it is ignored until it lifts.
    open func beginTracking(_ touch: Touch) -> Bool { true }

    /// An owner moved. `false` ends the tracking.
    open func continueTracking(_ touch: Touch) -> Bool { true }

    /// An owner lifted; its coordinates are the last it moved to.
    open func endTracking(_ touch: Touch) {}

    /// An owner was taken away. The value stays.
    open func cancelTracking(_ touch: Touch) {}

    open override func touchesBegan(_ touches: [Touch]) {
        guard isEnabled else {
            bystanders += touches
            return
        }
        for touch in touches {
            guard isMultipleTouchEnabled || tracked.isEmpty else {
                bystanders.append(touch)
                continue
            }
            tracked.append(
                Tracked(touch: touch, landedAt: touch.location(in: self), hasBegun: false))
            if slop <= 0 { begin(touch) }
        }
    }

    /// Whether a finger that lifts within the slop counts all the same: where touching alone says
    /// what the value shall be, as on a key. Off, unless overridden: then such a finger was a tap, and
    /// `beginTracking(_:)` is not called for it.
    open var takesTaps: Bool { false }

    /// Whether a finger counts only once it is no tap any more, so that a tap recogniser on the
    /// control can have it; if there is one, unless overridden. A key acts at once, and waits for
    /// nothing.
    open var waitsForTaps: Bool { gestureRecognizers.contains { $0 is TapGestureRecognizer } }

    private var slop: Double {
        guard waitsForTaps else { return touchSlop }
        return max(touchSlop, (window?.tapSlop ?? 1.5) * pixelsPerMillimetre)
    }

    private func begin(_ touch: Touch) {
        isBeginning = true
        eventsOfBegin = []
        let isAccepted = beginTracking(touch)
        isBeginning = false
        guard isAccepted else {
            tracked.removeAll { $0.touch === touch }
            bystanders.append(touch)
            return
        }
        guard let index = tracked.firstIndex(where: { $0.touch === touch }) else { return }
        tracked[index].hasBegun = true
        isHighlighted = true
        let changes = eventsOfBegin
        sendActions(for: .touchDown, touch: touch)
        sendActions(for: .editingDidBegin, touch: touch)
        if !changes.isEmpty { sendActions(for: changes, touch: touch) }
    }

    open override func touchesMoved(_ touches: [Touch]) {
        for touch in touches {
            guard let entry = tracked.first(where: { $0.touch === touch }) else { continue }
            if entry.hasBegun {
                if continueTracking(touch) {
                    tellDrag(touch)
                } else if remove(touch) != nil {
                    finish(touch, hasBegun: true)
                    bystanders.append(touch)
                }
            } else if touch.location(in: self).distance(to: entry.landedAt) >= slop {
                begin(touch)
            }
        }
        if !popups.isEmpty, let window { popups.move(touches, in: window, text: popupText) }
    }

    private func tellDrag(_ touch: Touch) {
        guard let index = tracked.firstIndex(where: { $0.touch === touch }) else { return }
        let isInside = point(inside: touch.location(in: self))
        let wasInside = tracked[index].isInside
        tracked[index].isInside = isInside
        if isInside != wasInside {
            sendActions(for: isInside ? .touchDragEnter : .touchDragExit, touch: touch)
        }
        sendActions(for: isInside ? .touchDragInside : .touchDragOutside, touch: touch)
    }

    open override func touchesEnded(_ touches: [Touch]) {
        for touch in touches {
            if takesTaps, tracked.contains(where: { $0.touch === touch && !$0.hasBegun }) {
                begin(touch)
            }
            guard let entry = remove(touch) else { continue }
            finish(touch, hasBegun: entry.hasBegun)
        }
    }

    open override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches { cancel(touch) }
    }

    private func finish(_ touch: Touch, hasBegun: Bool) {
        guard hasBegun else { return }
        endTracking(touch)
        isHighlighted = isTracking
        let isInside = point(inside: touch.location(in: self))
        sendActions(for: isInside ? .touchUpInside : .touchUpOutside, touch: touch)
        sendActions(for: .editingDidEnd, touch: touch)
    }

    private func cancel(_ touch: Touch) {
        guard let entry = remove(touch), entry.hasBegun else { return }
        cancelTracking(touch)
        isHighlighted = isTracking
        sendActions(for: .touchCancel, touch: touch)
        sendActions(for: .editingDidEnd, touch: touch)
    }

    private func remove(_ touch: Touch) -> Tracked? {
        bystanders.removeAll { $0 === touch }
        return tracked.firstIndex { $0.touch === touch }.map { tracked.remove(at: $0) }
    }

    private func cancelAllTracking(reason: Touch.CancellationReason) {
        for entry in tracked {
            entry.touch.cancel(reason, at: entry.touch.timestamp)
            cancel(entry.touch)
            bystanders.append(entry.touch)
        }
    }

    /// Another size takes the fingers away: what they held is elsewhere now.
    override func sizeChanged() { window?.cancelTouches(in: self, reason: .page) }

    // MARK: Double taps

    /// What two quick taps on the control do; nothing by default. `reset` does nothing on a control
    /// without a default.
    public var doubleTap = DoubleTap.none {
        didSet { if doubleTap != oldValue { watchTaps() } }
    }
    private var doubleTapRecognizer: TapGestureRecognizer?

    /// Watches for two taps, if anything is to come of them.
    private func watchTaps() {
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

    /// Goes to the defaults, as after a double tap. To be overridden by controls that have some; no
    /// action is sent here.
    ///
    /// - Returns: Whether that has changed a value.
    open func resetValues() -> Bool { false }

    /// How wide a finger's target is, where nothing else says it: 8.5 mm, in pixels.
    public var targetSide: Double { (8.5 * pixelsPerMillimetre).rounded() }

    // MARK: Looks

    /// The typeface and size of what is written on the control: the one set here, or else the
    /// `defaultFont` of a view above. `nil`, at first, for no text at all; setting `nil` takes that of
    /// the view above again.
    public var font: Font? {
        get { defaultFont }
        set { defaultFont = newValue }
    }

    // MARK: The value in words

    private var readouts = Readouts()

    /// The value as a person reads it, such as "-6.0 dB"; `nil`, unless overridden, for a control
    /// that has none. It is spoken, and shown by labels that follow the control.
    open var valueText: String? { nil }

    /// Shows the value anew above the finger and where labels follow it: to be called when
    /// `valueText` is another.
    open func updateReadouts() {
        popups.update(text: popupText)
        readouts.update()
    }

    /// What a label shows that follows the control, as `format` has it, or else as on the control:
    /// `valueText`, unless overridden.
    open func readout(_ format: ValueFormat?) -> String { valueText ?? "" }

    /// The same in less room, from long to short; `nil`, unless overridden, where it is words, which
    /// may be cut.
    open func shorterReadouts(_ format: ValueFormat?) -> [String]? { nil }

    /// Lets `label` know, from now on, when it has to read the control's value anew.
    func addReadout(_ label: Label) { readouts.add(label) }

    func removeReadout(_ label: Label) { readouts.remove(label) }

    // MARK: The value above the finger

    private var popups = ValuePopups()

    /// Whether the value is shown above the finger that moves it, if there is a `font`: 15 mm above
    /// it, over everything in the window, and until 1 s after its release. Off by default.
    public var showsPopup = false

    /// What the finger sets, as a person reads it: `valueText`, unless overridden by a control whose
    /// fingers set different values.
    open func popupText(for touch: Touch) -> String { valueText ?? "" }

    private func showPopup(for events: Event, _ touch: Touch) {
        if showsPopup, events.contains(.touchDown), let font, let window {
            popups.show(popupText(for: touch), touch, theme: theme, font: font, in: window)
        }
        if !events.isDisjoint(with: [.touchUp, .touchCancel]) { popups.leave(touch) }
    }

    // MARK: Accessibility

    /// What was set, or else the value as a person reads it.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? valueText }
        set { super.accessibilityValue = newValue }
    }

    override var seesEveryTouch: Bool { true }

    /// What was set, and whether the control is selected or cannot be used.
    open override var accessibilityTraits: AccessibilityTraits {
        get {
            var traits = super.accessibilityTraits
            if isSelected { traits.insert(.selected) }
            if !isEnabled { traits.insert(.notEnabled) }
            return traits
        }
        set { super.accessibilityTraits = newValue }
    }
}
