/// The travel of a control that wraps: past one end, it continues at the other.
package struct WrappingTravel {
    /// The places between the ends, both included.
    package let range: ClosedRange<Double>
    /// The distance after which the same place returns. It is one step longer than the range if the
    /// ends are different places, as for a stepper.
    package let period: Double

    /// The travel between two ends; `nil` if there is none.
    ///
    /// - Parameter gap: The distance from the last place to the first.
    init?(from minimum: Double, to maximum: Double, gap: Double = 0) {
        guard minimum < maximum else { return nil }
        range = minimum...maximum
        period = maximum - minimum + gap
    }

    /// The same travel in positions, of which 0...1 are between the ends.
    package var positions: WrappingTravel? {
        let length = range.upperBound - range.lowerBound
        return WrappingTravel(from: 0, to: 1, gap: period / length - 1)
    }

    /// The place within the range for one that may be past its ends.
    package func place(for place: Double) -> Double {
        guard !range.contains(place) else { return place }
        let length = range.upperBound - range.lowerBound
        var rest = (place - range.lowerBound).truncatingRemainder(dividingBy: period)
        if rest < 0 { rest += period }
        // There is no place between the last and the first.
        if rest > length { rest = rest - length < period - rest ? length : 0 }
        return range.lowerBound + rest
    }

    /// The value some steps up, or down for a number below 0, like `ValueScale.stepped(_:by:)`, but
    /// past the ends.
    func stepped(_ value: Double, by steps: Double, on scale: ValueScale) -> Double {
        guard scale.step == 0, let positions else {
            return place(for: value + steps * scale.step)
        }
        return scale.value(at: positions.place(for: scale.position(of: value) + steps / 10))
    }

    /// The shortest of the distances that lead to the same place.
    package func shorter(_ distance: Double) -> Double {
        distance - (distance / period).rounded() * period
    }
}
