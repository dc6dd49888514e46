/// A typed number with its sign and unit.
struct TypedNumber: Equatable {
    /// The amount.
    enum Amount: Equatable {
        /// `-inf` or `-∞`.
        case silence
        /// A number, with whatever followed it.
        case number(Double, unit: String)
    }

    /// The amount.
    let amount: Amount
    /// Whether it begins with a plus, and so is relative to the present value.
    let isStep: Bool

    /// Parses `-6`, `−6 dB`, `+1.5`, `4e-05`, `50%`, `1.2kHz` or `-inf`; nil for anything else.
    init?(_ text: String) {
        // Accepts both the hyphen and the minus sign.
        var rest = Substring(String(text.map { $0 == "\u{2212}" ? "-" : $0 }))
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        isStep = rest.first == "+"
        var digits = rest.prefix { "+-.0123456789".contains($0) }
        rest = rest[digits.endIndex...]
        let exponent = Self.exponent(of: rest)
        if digits == "-",
            ["inf", "∞", "infdb", "∞db"].contains(rest.filter { $0 != " " }.lowercased())
        {
            amount = .silence
            return
        }
        if digits.first == "+" { digits.removeFirst() }
        guard let number = Double(digits + exponent), number.isFinite, digits.first != "+" else {
            return nil
        }
        rest = rest.dropFirst(exponent.count)
        while rest.first == " " { rest.removeFirst() }
        amount = .number(number, unit: String(rest))
    }

    /// The exponent at the start of a text, such as `e-05`; empty if there is none.
    private static func exponent(of text: Substring) -> Substring {
        guard text.first == "e" || text.first == "E" else { return "" }
        var digits = text.dropFirst()
        if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
        digits = digits.prefix { "0123456789".contains($0) }
        return digits.isEmpty ? "" : text[..<digits.endIndex]
    }
}
