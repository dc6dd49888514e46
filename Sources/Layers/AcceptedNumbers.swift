/// The numbers that a property accepts.
///
/// A number outside a closed range is clamped to it. Every other number that is not accepted leaves
/// the property unchanged. NaN is never accepted. Every numeric property of a layer, a view or a
/// recogniser uses this when it is set.
package enum AcceptedNumbers: Sendable {
    /// All but NaN, including infinities: levels in dB, and values that a scale clamps.
    case ordered
    /// Finite numbers: coordinates.
    case finite
    /// 0 or more, and finite: lengths and widths.
    case notNegative
    /// Above 0, and finite: factors and densities.
    case positive
    /// Above 0 and at most 1: reductions.
    case ratio
    /// Numbers in a range; other numbers, including infinities, are clamped to it.
    case within(ClosedRange<Double>)
}

extension Double {
    /// The number of a property after it is set to this one. It was `old` before.
    package func accepted(_ numbers: AcceptedNumbers, else old: Double) -> Double {
        switch numbers {
        case .ordered: isNaN ? old : self
        case .finite: isFinite ? self : old
        case .notNegative: self >= 0 && isFinite ? self : old
        case .positive: self > 0 && isFinite ? self : old
        case .ratio: self > 0 && self <= 1 ? self : old
        case .within(let range):
            isNaN ? old : clamped(from: range.lowerBound, to: range.upperBound)
        }
    }
}

extension Double? {
    /// The number of a property after it is set to this one or to `nil`. It was `old` before.
    package func accepted(_ numbers: AcceptedNumbers, else old: Double?) -> Double? {
        guard let self else { return nil }
        // With NaN as the old number, NaN as the result means that the number is not accepted.
        let number = self.accepted(numbers, else: .nan)
        return number.isNaN ? old : number
    }
}
