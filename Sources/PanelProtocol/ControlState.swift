/// The value of a control in each form that clients use.
package struct ControlState: Equatable, Sendable {
    /// In the control's unit.
    package var value: ControlValue
    /// 0...1 of travel, after the taper.
    package var norm: ControlValue
    /// The linear factor, 0 for silence; only for a control in dB.
    package var gain: Double?
    /// The value as the panel shows it, such as `-6.0 dB`.
    package var text: String?
    /// Whether a finger is on the control.
    package var isTouched: Bool
    /// The level in effect; `nil` unless the control is a member of a VCA.
    package var effective: EffectiveLevel?

    /// Describes a value.
    package init(
        value: ControlValue, norm: ControlValue, gain: Double? = nil, text: String? = nil,
        isTouched: Bool = false, effective: EffectiveLevel? = nil
    ) {
        self.value = value
        self.norm = norm
        self.gain = gain
        self.text = text
        self.isTouched = isTouched
        self.effective = effective
    }
}
