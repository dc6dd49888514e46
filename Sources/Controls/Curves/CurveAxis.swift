import Glibc

/// An axis of a curve: values, their shares of its length, and the lines of its grid.
struct CurveAxis {
    let minimum: Double
    let maximum: Double
    let isLogarithmic: Bool
    /// The values with a line, and their labels; an empty label is for a line of less weight.
    let marks: [(value: Double, label: String)]

    /// Frequencies from 20 Hz to 20 kHz.
    static let frequency = CurveAxis(
        minimum: 20, maximum: 20000, isLogarithmic: true,
        marks: [1.0, 10, 100, 1000, 10000].flatMap { decade in
            (1...9).compactMap { digit in
                let value = decade * Double(digit)
                guard value >= 20, value <= 20000 else { return nil }
                let isNamed = digit == 1 || digit == 2 || digit == 5
                let text = value < 1000 ? "\(Int(value))" : "\(Int(value / 1000))k"
                return (value, isNamed ? text : "")
            }
        })

    /// Levels in dB, with a line at each multiple of `step`. Those above 0 have a sign.
    static func decibels(_ range: ClosedRange<Double>, step: Double) -> CurveAxis {
        let first = Int((range.lowerBound / step).rounded(.up))
        let last = Int((range.upperBound / step).rounded(.down))
        return CurveAxis(
            minimum: range.lowerBound, maximum: range.upperBound, isLogarithmic: false,
            marks: (first...max(first, last)).map { index in
                let value = Double(index) * step
                let text = ValueFormat(decimals: ValueFormat.decimals(ofStep: step) ?? 0)
                    .text(for: value)
                return (value, value > 0 ? "+" + text : text)
            })
    }

    /// The share of the length, 0…1; outside for values beyond the ends.
    func share(of value: Double) -> Double {
        isLogarithmic
            ? log(value / minimum) / log(maximum / minimum)
            : (value - minimum) / (maximum - minimum)
    }

    /// The value at a share of the length.
    func value(at share: Double) -> Double {
        isLogarithmic
            ? minimum * pow(maximum / minimum, share) : minimum + (maximum - minimum) * share
    }
}
