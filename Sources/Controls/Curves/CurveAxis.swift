import Glibc

/// An axis of a curve or a plot: values, their shares of its length, and the lines of its grid.
struct CurveAxis {
    let minimum: Double
    let maximum: Double
    let isLogarithmic: Bool
    /// The values with a line, and their labels; an empty label is for a line of less weight.
    let marks: [(value: Double, label: String)]
    /// Whether the minimum is in the middle, and the maximum at both ends.
    var isMirrored = false

    /// Frequencies from 20 Hz to 20 kHz.
    static let frequency = logarithmic(20...20000)

    /// Levels in dB, with a line at each multiple of `step`. Those above 0 have a sign.
    static func decibels(_ range: ClosedRange<Double>, step: Double) -> CurveAxis {
        CurveAxis(
            range, step: step, label: { value, text in value > 0 ? "+" + text : text })
    }

    /// Levels in dB, with at most `most` lines, at the usual levels.
    static func decibels(_ range: ClosedRange<Double>, most: Int) -> CurveAxis {
        let least = (range.upperBound - range.lowerBound) / Double(max(most, 1))
        let steps = [0.5, 1, 2, 3, 6, 10, 20, 30, 50]
        return decibels(
            range, step: steps.first { $0 >= least } ?? ValueScale.roundNumber(atLeast: least))
    }

    /// Numbers, with at most `most` lines.
    static func linear(_ range: ClosedRange<Double>, most: Int) -> CurveAxis {
        let least = (range.upperBound - range.lowerBound) / Double(max(most, 1))
        return CurveAxis(range, step: ValueScale.roundNumber(atLeast: least), label: { $1 })
    }

    private init(
        _ range: ClosedRange<Double>, step: Double, label: (Double, String) -> String
    ) {
        let first = (range.lowerBound / step).rounded(.up)
        let last = (range.upperBound / step).rounded(.down)
        // A fraction of the smallest possible number is rounded to zero.
        let indices = step > 0 ? Array(stride(from: first, through: last, by: 1)) : []
        self.init(
            minimum: range.lowerBound, maximum: range.upperBound, isLogarithmic: false,
            marks: indices.map { index in
                let value = index * step
                return (value, label(value, Self.text(of: value, step: step)))
            })
    }

    private init(
        minimum: Double, maximum: Double, isLogarithmic: Bool,
        marks: [(value: Double, label: String)]
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.isLogarithmic = isLogarithmic
        self.marks = marks
    }

    /// The number at a multiple of a step, with the thousands as `k`, the millions as `M`, and
    /// millionths as `2e-6`; empty for numbers that are too long.
    private static func text(of value: Double, step: Double) -> String {
        let (unit, suffix) = step >= 1e6 ? (1e6, "M") : step >= 1000 ? (1000, "k") : (1, "")
        guard abs(value) < 1e9 else { return "" }
        if step < 0.9e-6 {
            guard value != 0 else { return "0" }
            let exponent = (log10(step) + 1e-9).rounded(.down)
            let digits = ValueFormat(decimals: 0).text(for: value / pow(10, exponent))
            return digits + "e\(Int(exponent))"
        }
        let text = ValueFormat(decimals: ValueFormat.decimals(of: step / unit))
            .text(for: value / unit)
        return value == 0 ? text : text + suffix
    }

    /// Numbers above 0, with a line at each digit of a decade, and labels at 1, 2 and 5. Where
    /// there are more than nine decades, only some of them have a line.
    static func logarithmic(_ range: ClosedRange<Double>) -> CurveAxis {
        let first = log10(range.lowerBound).rounded(.down)
        let last = log10(range.upperBound).rounded(.up)
        let step = max(((last - first) / 9).rounded(.up), 1)
        let digits = step > 1 ? 1...1 : 1...9
        return CurveAxis(
            minimum: range.lowerBound, maximum: range.upperBound, isLogarithmic: true,
            marks: stride(from: first, through: last, by: step).flatMap { exponent in
                digits.compactMap { digit -> (Double, String)? in
                    let value = pow(10, exponent) * Double(digit)
                    guard value >= range.lowerBound * (1 - 1e-9),
                        value <= range.upperBound * (1 + 1e-9)
                    else { return nil }
                    let isNamed = digit == 1 || digit == 2 || digit == 5
                    return (value, isNamed ? text(digit: digit, exponent: Int(exponent)) : "")
                }
            })
    }

    /// `0.01`, `500`, `20k`, `1M`, `1e-9`.
    private static func text(digit: Int, exponent: Int) -> String {
        switch exponent {
        case -3..<0: "0." + String(repeating: "0", count: -exponent - 1) + "\(digit)"
        case 0..<9:
            "\(digit)" + String(repeating: "0", count: exponent % 3)
                + ["", "k", "M"][exponent / 3]
        default: "\(digit)e\(exponent)"
        }
    }

    /// The share of the length, 0…1 from the minimum to the maximum; outside 0…1 for values beyond
    /// the ends.
    func share(of value: Double) -> Double {
        guard isLogarithmic else { return (value - minimum) / (maximum - minimum) }
        return value > 0 ? log(value / minimum) / log(maximum / minimum) : -.infinity
    }

    /// The value at a share of the length.
    func value(at share: Double) -> Double {
        isLogarithmic
            ? minimum * pow(maximum / minimum, share) : minimum + (maximum - minimum) * share
    }

    /// A line of the grid.
    struct Line {
        /// The share of the length of the axis, 0…1.
        var share: Double
        let label: String
        let isZero: Bool
    }

    /// The lines of the grid, from the beginning to the end of the axis.
    var lines: [Line] {
        let lines = marks.map {
            Line(share: share(of: $0.value), label: $0.label, isZero: $0.value == 0)
        }
        guard isMirrored else { return lines }
        let isDoubled = lines.first.map { $0.share < 1e-9 } ?? false
        func half(_ line: Line, _ sign: Double) -> Line {
            Line(share: 0.5 + sign * line.share / 2, label: line.label, isZero: line.isZero)
        }
        return lines.dropFirst(isDoubled ? 1 : 0).reversed().map { half($0, -1) }
            + lines.map { half($0, 1) }
    }

    /// The result of `place` for all lines with a label, or for as many at equal steps as there is
    /// space for. These include zero, or the powers of ten of a logarithmic axis. `nil` if there is
    /// no space for any.
    func named<Places>(by place: ([Line]) -> Places?) -> Places? {
        let lines = lines.filter { !$0.label.isEmpty }
        let fixed =
            lines.firstIndex {
                isLogarithmic ? $0.label.first { "125".contains($0) } == "1" : $0.isZero
            }
            ?? max(lines.count - 1, 0)
        // Of the digits 1, 2 and 5, equal steps can only repeat one.
        let steps =
            isLogarithmic
            ? [1] + stride(from: 3, to: lines.count + 3, by: 3) : Array(1...max(lines.count, 1))
        for step in steps {
            let named = lines.enumerated().filter { ($0.offset - fixed) % step == 0 }
            if let places = place(named.map(\.element)) { return places }
        }
        return nil
    }
}
