// Shorter texts of numbers, for small spaces.
extension ValueFormat {
    /// Shorter texts of the same value, from long to short: without its unit, then with fewer
    /// decimals while two figures are left. No text can be mistaken for another value.
    package func shorterTexts(for value: Double, isOff: Bool = false) -> [String] {
        guard !isOff, value.isFinite else {
            return [ValueFormat(style: shortStyle).text(for: value, isOff: isOff)]
        }
        let most = decimals(for: value)
        switch style {
        case .number, .pan:
            return (0...most).reversed()
                .filter { $0 == most || keepsTwoFigures(of: value, decimals: $0) }
                .map { ValueFormat(style: shortStyle, decimals: $0).text(for: value) }
        case .frequency:
            let whole = text(for: value)
            guard whole.hasSuffix(" kHz") else { return [String(whole.dropLast(" Hz".count))] }
            let number = whole.dropLast(" kHz".count)
            let short = ValueFormat(decimals: value.magnitude < 9950 ? 1 : 0)
                .text(for: value / 1000)
            return [number + "k", short + "k"]
        }
    }

    /// Combines the texts of several values, each from long to short.
    package static func joined(_ parts: [[String]], separators: [String]) -> [String] {
        guard let count = parts.map(\.count).max(), !parts.contains(where: \.isEmpty) else {
            return []
        }
        let joined = (0..<count).map { index in
            parts.map { $0[min(index, $0.count - 1)] }
        }
        return separators.flatMap { separator in
            joined.map { $0.joined(separator: separator) }
        }
    }

    private var shortStyle: Style {
        if case .pan = style { .pan } else { .number(unit: "") }
    }

    /// Whether the value keeps two figures with fewer decimals.
    private func keepsTwoFigures(of value: Double, decimals: Int) -> Bool {
        var least = 10.0
        for _ in 0..<decimals { least /= 10 }
        return value == 0 || value.magnitude >= least
    }
}
