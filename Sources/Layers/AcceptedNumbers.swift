/// Which numbers a property accepts.
///
/// What a range with two ends does not hold is brought to the nearer end; every other number that is
/// not accepted leaves the property as it was. NaN is never accepted. Each property of a layer, a view
/// or a recogniser that is a number asks here when it is set.
package enum AcceptedNumbers: Sendable {
    /// All but NaN, infinite ones too: levels in dB, and values that a scale brings within.
    case ordered
    /// What is finite: places.
    case finite
    /// 0 and more, and finite: lengths and widths.
    case notNegative
    /// More than 0, and finite: factors and densities.
    case positive
    /// More than 0 and at most 1: how much smaller something is.
    case ratio
    /// Those of a range; others, infinite ones too, are brought to the nearer end.
    case within(ClosedRange<Double>)
}

extension Double {
    /// What a property holds that was set to this number, and held `old`.
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
    /// What a property holds that was set to this number, or to none, and held `old`.
    package func accepted(_ numbers: AcceptedNumbers, else old: Double?) -> Double? {
        guard let self else { return nil }
        // A number that is accepted is accepted in place of any other.
        let number = self.accepted(numbers, else: .nan)
        return number.isNaN ? old : number
    }
}
