/// One value of a curve, such as the frequency of a node.
///
/// It is an invisible control, so that each value has actions of its own: it sends `touchDown`,
/// `valueChanged`, `touchUpInside` and `touchCancel` for the fingers on its node.
public final class CurveValue: Control {
    /// The name in the curve, such as `1.gain`.
    public let name: String
    /// The possible values.
    public let scale: ValueScale
    /// Whether the value is on or off: 1 or 0.
    package let isToggle: Bool
    /// The text format of the value.
    public let format: ValueFormat
    /// The value at first.
    public let defaultValue: Double
    /// The value, always valid on `scale`. Setting it takes the nearest valid value; NaN is
    /// ignored, and no action is sent.
    public var value: Double {
        get { storedValue }
        set {
            guard let valid = scale.valid(newValue), valid != storedValue else { return }
            storedValue = valid
            updateReadouts()
            onChange?()
        }
    }
    private var storedValue: Double
    /// Called when the value has changed.
    var onChange: (() -> Void)?

    init(
        _ name: String, _ scale: ValueScale, _ format: ValueFormat, default number: Double,
        isToggle: Bool = false
    ) {
        self.name = name
        self.scale = scale
        self.isToggle = isToggle
        self.format = format
        defaultValue = scale.valid(number) ?? scale.minimum
        storedValue = defaultValue
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        accessibilityLabel = name
    }

    /// Whether the value is not 0, for values that are on or off.
    var isOn: Bool { value != 0 }

    public override var valueText: String? { format.text(for: value) }

    public override func resetValues() -> Bool {
        let before = value
        value = defaultValue
        return value != before
    }

    /// The traits that were set, and `adjustable`.
    public override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// Moves the value up by a step, or by a tenth of the travel, and sends the action.
    public override func accessibilityIncrement() { adjust(by: 1) }

    /// Moves the value down by a step, or by a tenth of the travel, and sends the action.
    public override func accessibilityDecrement() { adjust(by: -1) }

    private func adjust(by steps: Double) {
        guard isEnabled else { return }
        let before = value
        value = scale.stepped(value, by: steps)
        if value != before { sendActions(for: .valueChanged) }
    }
}
