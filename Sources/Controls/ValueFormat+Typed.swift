// Reads typed values in the form in which a format shows them.
extension ValueFormat {
    /// The meaning of a typed text.
    package enum Typed: Equatable, Sendable {
        /// -∞.
        case silence
        /// A value, in the unit of the control.
        case number(Double)
    }

    /// The value of a text as this format shows it, with or without its unit: `-6`, `-6.0 dB`,
    /// `-∞`, `1.2k`, `L30`; `nil` for anything else.
    package func typed(_ text: String) -> Typed? {
        // Accepts both the hyphen and the minus sign.
        var rest = String(text.map { $0 == "−" ? "-" : $0 }).filter { $0 != " " }
        switch style {
        case .number(let unit):
            let unit = unit.filter { $0 != " " }
            if !unit.isEmpty, rest.hasSuffix(unit) { rest.removeLast(unit.count) }
            return Self.amount(rest)
        case .frequency:
            var factor = 1.0
            if rest.hasSuffix("Hz") { rest.removeLast(2) }
            if rest.hasSuffix("k") {
                rest.removeLast()
                factor = 1000
            }
            guard case .number(let number)? = Self.amount(rest) else { return Self.amount(rest) }
            return .number(number * factor)
        case .pan:
            if rest == "C" { return .number(0) }
            guard let side = rest.first, "LR".contains(side) else { return Self.amount(rest) }
            rest.removeFirst()
            guard case .number(let number)? = Self.amount(rest), rest.first != "-" else {
                return nil
            }
            return .number(side == "L" ? -number : number)
        }
    }

    private static func amount(_ text: String) -> Typed? {
        if text == "-∞" { return .silence }
        guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return .number(number)
    }
}
