import Controls

/// The keys on which a person types the value of a control.
struct ValuePad {
    let keypad: Keypad
    let control: PanelControl
    let scale: ScaleDescription

    /// Creates the keys for a control with a scale.
    init(_ control: PanelControl, _ scale: ScaleDescription) {
        self.control = control
        self.scale = scale
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
        let step = scale.step.map { ", ± " + ValueFormat(decimals: 3).text(for: $0).trimmedZeros }
        keypad.subject = Keypad.Subject(
            name: control.spokenName, value: control.valueText,
            range: ends.joined(separator: " … ") + (step ?? ""))
    }

    /// The value that was typed; `nil` if it is out of range or between two steps. An end may be
    /// typed as it is shown.
    var typedValue: Double? {
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

extension String {
    /// The text of a decimal number without the zeros at its end.
    fileprivate var trimmedZeros: String {
        var text = self
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
