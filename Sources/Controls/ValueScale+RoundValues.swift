import Glibc

// Round numbers, for the marks of scales and the lines of axes.
extension ValueScale {
    /// Up to about ten round values between the ends, or some in each decade of a logarithmic
    /// scale. All are on a step.
    package var roundValues: [Double] {
        let isWide = taper.curve == .logarithmic && maximum >= 10 * minimum
        let values = isWide ? roundValuesOfDecades : multiples(of: roundStep)
        return values.filter { valid($0) == $0 }
    }

    /// 1, 2 and 5 times each power of ten; only powers of ten if there are many of them.
    private var roundValuesOfDecades: [Double] {
        let (first, last) = (log10(minimum).rounded(.down), log10(maximum).rounded(.up))
        let digits: [Double] = last - first > 4 ? [1] : [1, 2, 5]
        return stride(from: first, through: last, by: 1).flatMap { exponent in
            // A division gives the same number as a text: 0.01, and not 0.010000000000000002.
            digits.map { exponent < 0 ? $0 / pow(10, -exponent) : $0 * pow(10, exponent) }
        }
    }

    /// Every step if there are at most ten. Otherwise a round number with at most ten multiples in
    /// the range, itself a multiple of the step if possible. If its multiples miss an end, a less
    /// round number may hit both: 3 does in the range from -12 to 12.
    private var roundStep: Double {
        let span = maximum - minimum
        let least = span / 10 * (1 - 1e-9)
        if step >= least, step > 0 { return step }
        let round = roundestStep(atLeast: least)
        let power = pow(10, log10(least).rounded(.down))
        let others = [3, 6, 4].map { $0 * power }.filter {
            $0 >= least && Self.isMultiple($0, of: step)
        }
        return ([round] + others).first {
            Self.isMultiple(minimum, of: $0) && Self.isMultiple(maximum, of: $0)
        } ?? round
    }

    /// Whether a number is a multiple of `unit`; every number counts as a multiple of 0.
    private static func isMultiple(_ number: Double, of unit: Double) -> Bool {
        guard unit > 0 else { return true }
        let count = number / unit
        return abs(count - count.rounded()) < 1e-6
    }

    private func roundestStep(atLeast least: Double) -> Double {
        let span = maximum - minimum
        var round = Self.roundNumber(atLeast: least)
        guard step > 0 else { return round }
        while round <= span / 2 {
            if Self.isMultiple(round, of: step) { return round }
            round = Self.roundNumber(atLeast: round * 1.5)
        }
        return step * Self.roundNumber(atLeast: least / step).rounded(.up)
    }

    /// The multiples of `roundStep` in the range, counted from the same origin as the steps of the
    /// scale.
    private func multiples(of roundStep: Double) -> [Double] {
        // A tenth of the smallest possible number is rounded to zero.
        guard roundStep > 0, (maximum - minimum) / roundStep <= 100 else { return [] }
        let origin = Self.isMultiple(minimum, of: step) ? 0 : minimum
        let begin = ((minimum - origin) / roundStep).rounded(.up)
        let end = ((maximum - origin) / roundStep).rounded(.down)
        return stride(from: begin, through: end, by: 1).compactMap {
            valid(origin + $0 * roundStep)
        }
    }

    /// 1, 2 or 5 times a power of ten.
    static func roundNumber(atLeast least: Double) -> Double {
        let power = pow(10, log10(least).rounded(.down))
        return [1, 2, 5].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? 10 * power
    }
}
