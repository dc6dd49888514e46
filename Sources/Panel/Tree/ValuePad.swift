import Controls
import PanelProtocol

/// The keypad on which a person types the value of a control.
///
/// A class, because every event reads it, and a copy of its scale would be large.
final class ValuePad {
    let keypad: Keypad
    let control: PanelControl
    let number: EditableNumber
    private var scale: ScaleDescription { number.scale }
    /// The number to type after this one; `nil` for none.
    var next: EditableNumber?

    /// Creates the keypad for a control, or for a part of it.
    init(_ control: PanelControl, _ number: EditableNumber) {
        self.control = control
        self.number = number
        let scale = number.scale
        keypad = Keypad(rows: Self.rows(for: scale))
        if case .number(let unit) = scale.format.style { keypad.unit = unit }
        showValue()
    }

    /// Digits, with the signs that the values of the scale have.
    private static func rows(for scale: ScaleDescription) -> [[Keypad.Key]] {
        var signs: [Keypad.Key] = []
        if case .pan = scale.format.style {
            signs = [.text("L"), .text("R")]
        } else {
            if scale.minimum < 0 { signs.append(.sign) }
            if scale.minimumIsOff { signs.append(.silence) }
            if case .frequency = scale.format.style { signs.append(.text("k")) }
        }
        var rows: [[Keypad.Key]] = ["123", "456", "789"].map { $0.map { .text(String($0)) } }
        rows[0].append(.delete)
        for (row, sign) in zip(rows.indices.dropFirst(), signs) { rows[row].append(sign) }
        rows.append([.text("."), .text("0"), .cancel, .enter])
        return rows
    }

    /// Shows the name of the control, its present value, and its range.
    func showValue() {
        let ends = [scale.minimum, scale.maximum].map {
            scale.format.text(for: $0, isOff: scale.taper.isOff($0))
        }
        let step = scale.step.map {
            ", ± " + ValueFormat(unit: "", step: $0, span: 0).text(for: $0)
        }
        let value = number.part.map { control.value?[part: $0] } ?? control.value?.number
        keypad.subject = Keypad.Subject(
            name: [control.spokenName, number.label].filter { !$0.isEmpty }
                .joined(separator: " "),
            value: value.map { scale.text(of: .number($0)) } ?? "",
            range: ends.joined(separator: " … ") + (step ?? ""))
    }

    /// The value that was typed, or the part of it; `nil` if it is out of range or between two
    /// steps.
    var typedValue: ControlValue? {
        guard let typed = typedNumber else { return nil }
        return number.part.map { .parts([.init($0, typed)]) } ?? .number(typed)
    }

    /// The number that was typed. An end may be typed as it is shown.
    private var typedNumber: Double? {
        switch scale.format.typed(keypad.text) {
        case .silence?: return scale.minimumIsOff ? scale.minimum : nil
        case .number(let number)?:
            guard let nearest = scale.nearest(to: .number(number)).number else { return nil }
            let isSame = scale.format.text(for: nearest) == scale.format.text(for: number)
            return isSame ? nearest : nil
        case nil: return nil
        }
    }
}
