import PanelProtocol

/// The conversions of a control's value: between its unit, its position on the travel, and text.
///
/// Converters are objects, because each movement of a finger copies one: a value of any size takes
/// several times as long.
protocol ValueConverter: AnyObject, Sendable {
    /// Whether the values lie on a travel, so that the control can fade and be linked.
    var hasTravel: Bool { get }

    /// The possible words of the value; `nil` if it is not a word.
    var words: [String]? { get }

    /// The position on the travel, 0...1 for each number of the value.
    func norm(of value: ControlValue) -> ControlValue

    /// The linear factor; `nil` unless the value is a single number in dB.
    func gain(of value: ControlValue) -> Double?

    /// The level in dB, -∞ for silence; `nil` unless the value is a single number in dB.
    func level(of value: ControlValue) -> Double?

    /// A level in effect, in dB; `nil` unless the values are levels.
    func effective(at level: Double) -> EffectiveLevel?

    /// The text for people.
    func text(of value: ControlValue) -> String

    /// Shorter texts of the same accuracy, from long to short; `nil` for words, which may be
    /// truncated.
    func shorterTexts(of value: ControlValue) -> [String]?

    /// The value that a client requests, which may lack some parts; `nil` if the request is
    /// invalid.
    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue?

    /// The error for a requested value out of range, as in "20, outside -90…10"; `nil` if it is in
    /// range.
    func excess(of value: ControlValue) -> String?

    /// The nearest valid value: in range, and on a step.
    func nearest(to value: ControlValue) -> ControlValue

    /// The nearest valid value, with the parts that `value` lacks as at present.
    func nearest(to value: ControlValue, from present: ControlValue) -> ControlValue

    /// The valid values, as in "ch1.level: expected a number in -90...10 dB".
    var expected: String { get }

    /// Describes the valid values to clients.
    func describe(in info: inout ControlInfo)
}

extension ValueConverter {
    // Most values are not words.
    var words: [String]? { nil }
    // Only colours have no travel.
    var hasTravel: Bool { true }
    // Most values are not levels.
    func level(of value: ControlValue) -> Double? { nil }
    func effective(at level: Double) -> EffectiveLevel? { nil }
    // Words have no range.
    func excess(of value: ControlValue) -> String? { nil }
    func nearest(to value: ControlValue) -> ControlValue { value }
    func nearest(to value: ControlValue, from present: ControlValue) -> ControlValue {
        nearest(to: value.completed(by: present))
    }
    func shorterTexts(of value: ControlValue) -> [String]? { [] }
}
