import Drawing
import PanelProtocol

/// The law of a colour: a word such as `#35a7ff`. It has no travel.
struct ColorLaw: ValueLaw {
    func norm(of value: ControlValue) -> ControlValue { .number(0) }
    func gain(of value: ControlValue) -> Double? { nil }
    func text(of value: ControlValue) -> String { value.text ?? "" }

    func value(_ wish: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard case .value(let value) = wish, let text = value.text, Color(hex: text) != nil else {
            return nil
        }
        return value
    }

    var wish: String { "a colour such as \"#35a7ff\"" }

    func describe(in info: inout ControlInfo) {}
}
