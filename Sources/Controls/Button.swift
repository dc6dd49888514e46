public import Drawing
public import Layers

/// A key with a caption and a lamp: momentary, latching or for taps. Like `UIButton`.
///
/// `valueChanged` is sent when a finger switches the button on or off. It is also sent when
/// `isEffectivelyOn` changes because a finger switched one of its mute groups. No edge is lost: a
/// finger that lands and lifts in one report switches a momentary button on and off.
open class Button: Control {

    // MARK: State

    /// What a touch does; `momentary` by default. A change to or from momentary switches the button
    /// off. A button that is no longer latching leaves its radio group.
    public var mode = Mode.momentary {
        didSet {
            guard mode != oldValue else { return }
            if mode != .latching { radioGroup?.remove(self) }
            if mode == .momentary || oldValue == .momentary {
                switchTo(false, notifies: isTracking, touch: nil)
            }
            redraw()
        }
    }

    /// What a finger must do before the button acts; `none` by default.
    public var confirmation = Confirmation.none {
        didSet { if confirmation != oldValue { watchForConfirmation() } }
    }

    /// Whether the button is on. Setting it sends no action. A radio group may reject the change.
    public var isOn: Bool {
        get { isSelected }
        set { isSelected = newValue }
    }

    /// The same as `isOn`.
    public override var isSelected: Bool {
        get { super.isSelected }
        set { switchTo(newValue, notifies: false, touch: nil) }
    }

    /// Whether the lamp blinks while the button is effectively on; off by default. All lamps blink
    /// in step.
    public var isBlinking = false {
        didSet { if isBlinking != oldValue { showState() } }
    }

    /// Whether the button's action can be performed now; `true` by default. Otherwise the button
    /// looks disabled, but still takes touches.
    public var isAvailable = true {
        didSet { if isAvailable != oldValue { redraw() } }
    }

    /// The group in which this button is the only one that is on.
    public internal(set) var radioGroup: RadioGroup?
    /// The groups that switch this button on as well.
    public internal(set) var muteGroups: [MuteGroup] = [] {
        didSet { showState() }
    }
    /// The mute group that this button switches.
    public internal(set) var masteredGroup: MuteGroup?

    /// Whether the button is on, or one of its mute groups is.
    public var isEffectivelyOn: Bool { isOn || muteGroups.contains(where: \.isOn) }

    /// Whether the button is off, but effectively on by one of its mute groups. Then it blinks.
    public var isOnByGroup: Bool { !isOn && isEffectivelyOn }

    // MARK: Appearance

    open override func themeDidChange() {
        redraw()
        setNeedsLayout()
    }

    open override func tintColorDidChange() { redraw() }

    open override func fontDidChange() { redraw() }

    /// In a right-to-left layout, the image is on the right of the title.
    open override func layoutDirectionDidChange() { redraw() }

    /// The titles, images and icons.
    var captions = ButtonCaptions() {
        didSet { redraw() }
    }

    /// The key when its lamp is dark.
    private let capLayer = Layer()
    /// The key when its lamp is lit, in front of the other.
    private let litLayer = Layer()
    /// The progress of the hold.
    private let progressLayer = ShapeLayer()
    private var confirmationRecognizer: GestureRecognizer?
    private var wasOnAtBegin = false
    private weak var selectedAtBegin: Button?
    /// Whether the current touch met `confirmation`.
    private var isConfirmed = false

    /// A momentary button without a title.
    public override init(frame: Rect) {
        super.init(frame: frame)
        for part in [capLayer, litLayer, progressLayer] { layer.addSublayer(part) }
        capLayer.delegate = self
        litLayer.delegate = self
        litLayer.isHidden = true
        progressLayer.isHidden = true
        colorProgress()
    }

    // MARK: Drawing

    /// A size that suits a finger, the largest caption of all states, and the images in place of
    /// the key.
    open override var intrinsicContentSize: Size {
        let caption = captions.size(font)
        let face = captions.backgroundImages.all.map(\.size)
        // With the lamp above the caption.
        let height = caption.height + (hasLamp ? 18 : 12)
        return Size(
            width: max(caption.width + 16, targetSide, face.map(\.width).max() ?? 0),
            height: max(height, targetSide, face.map(\.height).max() ?? 0))
    }

    var capRect: Rect { bounds.insetBy(dx: KeyFace.inset, dy: KeyFace.inset) }

    private func redraw() {
        capLayer.setNeedsDisplay()
        litLayer.setNeedsDisplay()
        colorProgress()
    }

    private func colorProgress() {
        progressLayer.strokeColor = accentColor.mixed(with: .white, by: 0.25)
    }

    open override func layoutSubviews() {
        let frame = bounds.insetBy(dx: -KeyFace.margin, dy: -KeyFace.margin)
        capLayer.frame = frame
        litLayer.frame = frame
        progressLayer.frame = bounds
        let lamp = KeyFace.lampRect(in: capRect, lineWidth: theme.lineWidth).offsetBy(dx: 0, dy: 1)
        progressLayer.lineWidth = lamp.height
        progressLayer.shape = .line(
            from: Point(x: lamp.minX + 1.5, y: lamp.midY),
            to: Point(x: max(lamp.maxX - 1.5, lamp.minX + 1.5), y: lamp.midY))
        showState()
    }

    /// Shows the current state of the lamp.
    func showState() {
        updateReadouts()
        let blinks = isOnByGroup || isBlinking && isOn
        litLayer.isHidden = !isEffectivelyOn
        // The image of the lit key may be transparent: the dark key must not show through.
        let takesTurns = !captions.backgroundImages.isEmpty
        capLayer.isHidden = isEffectivelyOn && !blinks && takesTurns
        if blinks != isLitBlinking {
            isLitBlinking = blinks
            blink(litLayer, blinks ? [1, 0] : nil)
        }
        let capBlinks = blinks && takesTurns
        if capBlinks != isCapBlinking {
            isCapBlinking = capBlinks
            blink(capLayer, capBlinks ? [0, 1] : nil)
        }
    }

    private var isLitBlinking = false
    private var isCapBlinking = false

    /// Makes a layer alternate between two opacities, or stay.
    private func blink(_ layer: Layer, _ opacities: [Double]?) {
        if let opacities {
            layer.add(KeyframeAnimation.blinking(opacities), forKey: "blink")
        } else {
            layer.removeAnimation(forKey: "blink")
        }
    }

    open override func stateChanged(from oldState: State) {
        if oldState.symmetricDifference(state) != .selected { redraw() }
        if !isEnabled { stopHold() }
        showState()
    }

    open override func draw(_ layer: Layer, in context: Context) {
        guard layer === capLayer || layer === litLayer else {
            return super.draw(layer, in: context)
        }
        let isLit = layer === litLayer
        let face = KeyFace(
            theme: bodyTheme, tint: accentColor, isLit: isLit,
            isHeld: isHighlighted, isEnabled: looksEnabled && isAvailable)
        var state = isLit ? self.state.union(.selected) : self.state.subtracting(.selected)
        if face.isEnabled { state.remove(.disabled) } else { state.insert(.disabled) }
        captions.draw(
            state, on: face, cap: capRect.offsetBy(dx: KeyFace.margin, dy: KeyFace.margin),
            hasLamp: hasLamp, font: font, isRightToLeft: isRightToLeft, in: context)
    }

    package override var shownTexts: [ShownText] {
        let room = width(forTitleIn: capRect.width - 8, atSize: font?.size ?? 0)
        return Set([State.normal, .selected].compactMap { captions.titles[$0] }).sorted()
            .compactMap { ShownText($0, font: font, in: room) }
    }

    /// Whether the key has a lamp, to light or to show the progress of a hold.
    private var hasLamp: Bool {
        if case .hold = confirmation { return true }
        return mode != .tap
    }

    // MARK: Switching

    /// Switches the button. With `notifies`, the button and the members of its groups send actions.
    private func switchTo(_ isOn: Bool, notifies: Bool, touch: Touch?) {
        guard isOn != self.isOn, radioGroup?.allows(isOn, for: self) ?? true else { return }
        if isOn { radioGroup?.switchOthersOff(than: self, notifies: notifies, touch: touch) }
        setOn(isOn, notifies: notifies, touch: touch)
    }

    private func setOn(_ isOn: Bool, notifies: Bool, touch: Touch?) {
        super.isSelected = isOn
        if notifies { sendActions(for: .valueChanged, touch: touch) }
        masteredGroup?.changed(from: !isOn, notifies: notifies, touch: touch)
    }

    /// Another button of the radio group was switched on.
    func deselect(notifies: Bool, touch: Touch?) {
        setOn(false, notifies: notifies, touch: touch)
    }

    /// Performs the button's action.
    private func act(_ touch: Touch?) {
        switch mode {
        case .momentary: switchTo(true, notifies: true, touch: touch)
        case .latching: switchTo(!isOn, notifies: true, touch: touch)
        case .tap: sendActions(for: .primaryActionTriggered, touch: touch)
        }
    }

    // MARK: Accessibility

    /// "on" or "off", after `isEffectivelyOn`; `nil` in the mode `tap`.
    open override var valueText: String? {
        mode == .tap ? nil : isEffectivelyOn ? "on" : "off"
    }

    /// The label that was set, or else the title or the name of the icon.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? captions.spoken(state) }
        set { super.accessibilityLabel = newValue }
    }

    /// The traits that were set, `button`, and `toggleButton` except in the mode `tap`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(mode == .tap ? .button : [.button, .toggleButton]) }
        set { super.accessibilityTraits = newValue }
    }

    /// Performs the button's action and sends its events; a momentary button goes on and off. It
    /// needs no confirmation. Returns `false` if the button is disabled or held.
    open override func accessibilityActivate() -> Bool {
        guard isUsable, !isTouched else { return false }
        act(nil)
        if mode == .momentary { switchTo(false, notifies: true, touch: nil) }
        return true
    }

    // MARK: Tracking

    // A key acts at once: it does not wait for tap recognisers.
    open override var waitsForTaps: Bool { false }
    open override var takesTaps: Bool { true }
    open override var takesDrags: Bool { false }

    open override func beginTracking(_ touch: Touch) -> Bool {
        wasOnAtBegin = isOn
        selectedAtBegin = radioGroup?.selected
        isConfirmed = confirmation == .none
        if isConfirmed, mode != .tap { act(touch) }
        if case .hold(let duration) = confirmation { startHold(duration, from: touch.timestamp) }
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        let isInside = point(inside: touch.location(in: self))
        if !isInside { stopHold() }
        if mode != .momentary { isHighlighted = isInside }
        return true
    }

    open override func endTracking(_ touch: Touch) {
        stopHold()
        if mode == .momentary { switchTo(false, notifies: true, touch: touch) }
    }

    open override func cancelTracking(_ touch: Touch) {
        stopHold()
        switch mode {
        case .momentary: switchTo(false, notifies: true, touch: touch)
        case .latching:
            guard revertsOnCancel else { return }
            selectedAtBegin?.switchTo(true, notifies: true, touch: touch)
            switchTo(wasOnAtBegin, notifies: true, touch: touch)
        case .tap: break
        }
    }

    /// Calls the actions for `events`. A finger's lift without the confirmation is sent as
    /// `touchUpOutside`, so that no target takes it for a tap.
    open override func sendActions(for events: Event, touch: Touch? = nil) {
        guard events == .touchUpInside, touch != nil else {
            return super.sendActions(for: events, touch: touch)
        }
        guard isConfirmed else { return super.sendActions(for: .touchUpOutside, touch: touch) }
        super.sendActions(for: .touchUpInside, touch: touch)
        if mode == .tap, confirmation == .none {
            super.sendActions(for: .primaryActionTriggered, touch: touch)
        }
    }

    // MARK: Confirmation

    private func watchForConfirmation() {
        if let confirmationRecognizer { removeGestureRecognizer(confirmationRecognizer) }
        stopHold()
        redraw()
        switch confirmation {
        case .none: confirmationRecognizer = nil
        case .hold(let duration):
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = max(duration, .zero)
            // The finger may move anywhere on the key.
            press.allowableMovement = .greatestFiniteMagnitude
            press.addAction { [unowned self] in
                if $0.state == .began { confirm($0.touches.first) }
            }
            watch(press)
        case .doubleTap:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            tap.addAction { [unowned self] in confirm($0.touches.first) }
            watch(tap)
        }
    }

    private func watch(_ recognizer: GestureRecognizer) {
        recognizer.cancelsTouchesInView = false
        confirmationRecognizer = recognizer
        addGestureRecognizer(recognizer)
    }

    private func confirm(_ touch: Touch?) {
        guard isTouched, isEnabled else { return }
        isConfirmed = true
        progressLayer.isHidden = true
        act(touch)
    }

    private func startHold(_ duration: Duration, from time: Duration) {
        progressLayer.isHidden = false
        progressLayer.add(
            KeyframeAnimation(
                .strokeEnd, values: [0, 1], duration: duration, timingFunction: .linear,
                beginTime: time), forKey: "hold")
    }

    private func stopHold() {
        guard case .hold = confirmation else { return }
        progressLayer.isHidden = true
        progressLayer.removeAnimation(forKey: "hold")
        // Disabling a recogniser makes it ignore its current touches.
        if confirmationRecognizer?.state == .possible {
            confirmationRecognizer?.isEnabled = false
            confirmationRecognizer?.isEnabled = true
        }
    }
}

extension KeyframeAnimation where Value == Double {
    /// Alternates between two opacities once a second. All lamps blink in step.
    fileprivate static func blinking(_ opacities: [Double]) -> Self {
        KeyframeAnimation(
            .opacity, values: opacities, keyTimes: [0, 0.55], duration: .milliseconds(1000),
            timingFunction: .linear, calculationMode: .discrete, beginTime: .zero, repeats: true)
    }
}
