import Controls
import Drawing
import Layers

/// The switch of Controls once more, made of what any program can use.
final class TwinSwitch: Control {
    /// Whether the switch is on. Setting it tells nobody.
    var isOn: Bool {
        get { storedIsOn }
        set { setOn(newValue, animated: false) }
    }
    private var storedIsOn = false {
        didSet { if storedIsOn != oldValue { updateReadouts() } }
    }

    private let trackLayer = Layer()
    private let thumbLayer = ShapeLayer()
    /// Where the thumb is while a finger has it, 0 for off to 1 for on.
    private var heldPosition: Double?
    private var drag = LinearDrag(touch: 0, position: 0)
    private var landedAt = Point.zero
    private var hasSlid = false

    override init(frame: Rect) {
        super.init(frame: frame)
        for part in [trackLayer, thumbLayer] { layer.addSublayer(part) }
        colorLayers()
    }

    /// Switches on or off, and tells nobody.
    func setOn(_ isOn: Bool, animated: Bool) {
        guard isOn != storedIsOn else { return }
        let before = thumbRect.midX
        storedIsOn = isOn
        if heldPosition != nil { holdThumb(at: isOn ? 1 : 0) }
        showPosition()
        if animated { slide(from: before) }
    }

    // MARK: Layout

    override var intrinsicContentSize: Size {
        Size(width: (targetSide * 1.8).rounded(), height: targetSide)
    }

    private var trackRect: Rect {
        let across = max(min(bounds.height, bounds.width / 1.6, 56), 0)
        return Rect(
            center: bounds.center,
            size: Size(width: min(across * 1.8, bounds.width), height: across)
        ).insetBy(dx: 2, dy: 2)
    }

    private var inner: Rect { trackRect.insetBy(dx: 3, dy: 3) }

    /// How far the thumb runs, in pixels.
    private var length: Double { max(inner.width - inner.height, 1) }

    private var thumbRect: Rect {
        let position = along(heldPosition ?? (isOn ? 1 : 0))
        return Rect(
            x: inner.minX + length * position, y: inner.minY, width: inner.height,
            height: inner.height)
    }

    private func along(_ position: Double) -> Double { isRightToLeft ? 1 - position : position }

    override func layoutSubviews() {
        trackLayer.frame = trackRect
        trackLayer.cornerRadius = trackRect.height / 2
        showPosition()
    }

    override func layoutDirectionDidChange() { setNeedsLayout() }

    private func showPosition() {
        thumbLayer.frame = bounds
        thumbLayer.shape = .roundedRect(thumbRect, radius: thumbRect.height / 2)
        colorLayers()
    }

    private func slide(from before: Double) {
        thumbLayer.add(
            KeyframeAnimation(
                .translationX, values: [before - thumbRect.midX, 0],
                duration: .milliseconds(200)), forKey: "slide")
    }

    // MARK: Looks

    private func colorLayers() {
        let track = theme.track.mixed(with: accentColor, by: heldPosition ?? (isOn ? 1 : 0))
        trackLayer.backgroundColor = isEnabled ? track : theme.mute(track)
        let thumb = isHighlighted ? theme.held(theme.bodyTop, by: 0.22) : theme.bodyTop
        thumbLayer.fillColor = isEnabled ? thumb : theme.mute(thumb)
    }

    override func themeDidChange() { colorLayers() }
    override func tintColorDidChange() { colorLayers() }
    override func stateChanged(from oldState: State) { colorLayers() }

    // MARK: Accessibility

    override var valueText: String? { isOn ? "on" : "off" }

    override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union([.button, .toggleButton]) }
        set { super.accessibilityTraits = newValue }
    }

    override func accessibilityActivate() -> Bool {
        guard isEnabled else { return false }
        setOn(!isOn, animated: true)
        sendActions(for: .valueChanged)
        return true
    }

    // MARK: Tracking

    // A switch acts at once: a tap recogniser on it watches, and waits for nothing.
    override var waitsForTaps: Bool { false }
    override var takesTaps: Bool { true }

    private func place(of point: Point) -> Double {
        (point.x - inner.minX - inner.height / 2) / length
    }

    override func beginTracking(_ touch: Touch) -> Bool {
        landedAt = touch.location(in: self)
        hasSlid = false
        holdThumb(at: isOn ? 1 : 0)
        return true
    }

    private func holdThumb(at position: Double) {
        heldPosition = position
        drag = LinearDrag(touch: place(of: landedAt), position: along(position))
    }

    override func continueTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        if !hasSlid {
            let slop = (window?.tapSlop ?? 1.5) * pixelsPerMillimetre
            guard landedAt.distance(to: point) > slop else { return true }
            hasSlid = true
            drag = LinearDrag(touch: place(of: point), position: along(heldPosition ?? 0))
        }
        heldPosition = along(min(max(drag.move(to: place(of: point), gain: 1), 0), 1))
        landedAt = point
        showPosition()
        return true
    }

    override func endTracking(_ touch: Touch) {
        letGo(hasSlid ? (heldPosition ?? 0) >= 0.5 : !isOn, touch)
    }

    override func cancelTracking(_ touch: Touch) { letGo(isOn, touch) }

    private func letGo(_ isOn: Bool, _ touch: Touch) {
        let before = thumbRect.midX
        heldPosition = nil
        let isChanged = isOn != storedIsOn
        storedIsOn = isOn
        showPosition()
        if thumbRect.midX != before { slide(from: before) }
        if isChanged { sendActions(for: .valueChanged, touch: touch) }
    }
}
