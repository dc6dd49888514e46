/// The value of a control in the protocol: one number, one number for each named part, or a word.
///
/// Numbers are in the control's unit, or 0...1 of its travel if the context is *norm*. They are
/// finite, because JSON has no infinity.
package enum ControlValue: Equatable, Sendable {
    /// The value of a knob, a slider, a switch.
    case number(Double)

    /// The values of a range slider or an XY pad, in the order of the control's parts.
    case parts([Part])

    /// The value of a control with words as values: an option, a colour.
    case text(String)

    /// One named number of a control with several.
    package struct Part: Equatable, Sendable {
        /// Such as `low`, `high`, `x` or `y`.
        package var name: String
        /// The number; finite.
        package var value: Double

        /// A number with a name.
        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a range slider.
    package static func range(low: Double, high: Double) -> ControlValue {
        .parts([Part("low", low), Part("high", high)])
    }

    /// True or false, as a word, which only controls that are on or off accept.
    package static func boolean(_ isOn: Bool) -> ControlValue { .text(isOn ? "true" : "false") }

    /// The number; `nil` for parts or a word.
    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The word; `nil` for a number or parts.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number of the part with this name; `nil` if there is none.
    package subscript(part name: String) -> Double? {
        guard case .parts(let parts) = self else { return nil }
        return parts.first { $0.name == name }?.value
    }
}
