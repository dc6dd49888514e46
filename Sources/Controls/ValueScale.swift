/// The values that a control may have, and the position of each on the control's travel.
///
/// The numbers of every control pass through a scale. Only the scale clamps, steps and rejects
/// numbers, so that no order of assignments leaves an invalid state.
public struct ValueScale: Hashable, Sendable {
    /// Maps positions, 0…1 of the travel, to values and back.
    public private(set) var taper: Taper
    /// The distance between two values; 0 for none. Only the value is stepped, not the finger's
    /// position, so that a slow drag still moves it.
    public var step: Double = 0 {
        didSet { step = step.accepted(.notNegative, else: oldValue) }
    }

    /// A scale over `taper`'s range.
    public init(_ taper: Taper = Taper(), step: Double = 0) {
        self.taper = taper
        self.step = step.accepted(.notNegative, else: 0)
    }

    /// The least value. A number above `maximum` raises that as well. A number that is not finite
    /// is ignored.
    public var minimum: Double {
        get { taper.minimum }
        set {
            let new = newValue.accepted(.finite, else: minimum)
            if new != minimum { refit(new, max(new, maximum)) }
        }
    }

    /// The greatest value. A number below `minimum` lowers that as well. A number that is not
    /// finite is ignored.
    public var maximum: Double {
        get { taper.maximum }
        set {
            let new = newValue.accepted(.finite, else: maximum)
            if new != maximum { refit(min(new, minimum), new) }
        }
    }

    private mutating func refit(_ minimum: Double, _ maximum: Double) {
        taper = Taper(
            taper.curve, minimum: minimum, maximum: maximum, minimumIsOff: taper.minimumIsOff)
    }

    /// The nearest valid value; `nil` for NaN.
    public func valid(_ value: Double) -> Double? {
        guard !value.isNaN else { return nil }
        let clamped = value.clamped(from: minimum, to: maximum)
        return clamped == minimum || clamped == maximum ? clamped : onStep(clamped)
    }

    /// The value at a position of the travel, stepped.
    public func value(at position: Double) -> Double {
        let value = taper.value(at: position)
        return valid(value) ?? minimum
    }

    /// The position of a value, 0…1 of the travel.
    public func position(of value: Double) -> Double { taper.position(of: value) }

    /// The value some steps up, or down for a number below 0. Without steps, it moves by tenths of
    /// the travel. With steps, the result may be beyond the ends.
    public func stepped(_ value: Double, by steps: Double) -> Double {
        step > 0 ? value + steps * step : self.value(at: position(of: value) + steps / 10)
    }

    private func onStep(_ value: Double) -> Double {
        guard step > 0 else { return value }
        // Steps count from zero if the minimum is a multiple of the step, so that values are round.
        // A step such as 0.1 becomes a division by 10, which avoids 0.30000000000000004.
        let perUnit = (1 / step).rounded()
        let isFraction = perUnit >= 1 && abs(perUnit * step - 1) < 1e-9
        let scale = isFraction ? perUnit : 1 / step
        let fromZero = abs((minimum * scale).rounded() - minimum * scale) < 1e-6
        let origin = fromZero ? 0 : minimum
        let steps = ((value - origin) * scale).rounded()
        let stepped = origin + (isFraction ? steps / scale : steps * step)
        return stepped.clamped(from: minimum, to: maximum)
    }
}
