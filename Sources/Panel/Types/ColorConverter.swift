import Drawing
import PanelProtocol

extension ControlValue {
    /// A colour in the form for clients: `#35a7ff`, without its opacity.
    static func color(_ color: Color) -> ControlValue { .text(color.hex) }
}

/// Converts a colour, which is a text such as `#35a7ff`. It has no travel.
final class ColorConverter: ValueConverter {
    var hasTravel: Bool { false }
    func norm(of value: ControlValue) -> ControlValue { .number(0) }
    func gain(of value: ControlValue) -> Double? { nil }
    func text(of value: ControlValue) -> String { value.text ?? "" }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard case .value(let value) = change, let text = value.text, Color(hex: text) != nil else {
            return nil
        }
        return value
    }

    var expected: String { "a colour such as \"#35a7ff\"" }

    func describe(in info: inout ControlInfo) {}
}
