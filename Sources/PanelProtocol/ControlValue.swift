/// The value of a control as the protocol carries it: one number, one for each named part, or a
/// word.
///
/// Numbers are in the control's unit, or 0...1 of its travel where the context says *norm*. They
/// are finite, as JSON has no infinity.
package enum ControlValue: Equatable, Sendable {
    /// The value of a knob, a slider, a switch.
    case number(Double)

    /// The values of a range slider or an XY pad, in the order in which the control names its
    /// parts.
    case parts([Part])

    /// The value of what has words for values: an option, a colour.
    case text(String)

    /// One named number of a control that has several.
    package struct Part: Equatable, Sendable {
        /// Such as `low`, `high`, `x` or `y`.
        package var name: String
        /// The number; finite.
        package var value: Double

        /// Names a number.
        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a range slider.
    package static func range(low: Double, high: Double) -> ControlValue {
        .parts([Part("low", low), Part("high", high)])
    }

    /// True or false: a word, which only what is on or off understands.
    package static func boolean(_ isOn: Bool) -> ControlValue { .text(isOn ? "true" : "false") }

    /// The number, unless there are parts or a word.
    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The word, unless the value is a number or parts.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number of a part, if there is a part of that name.
    package subscript(part name: String) -> Double? {
        guard case .parts(let parts) = self else { return nil }
        return parts.first { $0.name == name }?.value
    }
}
