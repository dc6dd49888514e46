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
    /// The level in effect; `nil` unless the control is a member of a VCA.
    package var effective: EffectiveLevel?
    /// Whether a finger is on the control.
    package var isTouched: Bool
}

extension ControlState {
    /// Describes a value. In an extension, because the compiler's own initialiser copies nothing,
    /// and each movement of a finger makes a state.
    package init(
        value: ControlValue, norm: ControlValue, gain: Double? = nil, text: String? = nil,
        isTouched: Bool = false, effective: EffectiveLevel? = nil
    ) {
        self.init(
            value: value, norm: norm, gain: gain, text: text, effective: effective,
            isTouched: isTouched)
    }

    /// Writes the value in all its forms.
    func write(to writer: inout JSONWriter) {
        writer.member("value", value)
        writer.member("norm", norm)
        if let gain { writer.member("gain", gain) }
        if let text { writer.member("text", text) }
        effective?.write(to: &writer)
    }
}
