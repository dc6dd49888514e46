import GlassfaderBridge

/// The steps of a volume, and their levels where the driver knows them.
struct VolumeScale {
    /// The driver's least and greatest step.
    var steps: ClosedRange<Int>
    /// The step at or below a level, or at or above it; `nil` without dB.
    var step: ((_ decibels: Double, _ isUpwards: Bool) -> Int?)?
    /// The level of a step, -∞ for silence.
    var decibels: ((_ step: Int) -> Double?)?

    /// The step for a value; `nil` if it has none.
    func step(for value: BridgeValue, _ part: ALSABinding.Part) -> Int? {
        switch part {
        case .decibels:
            guard let level = value.decibels else { return nil }
            guard level > -.infinity else { return steps.lowerBound }
            return nearestStep(level) ?? ALSABinding.software.number(of: value).map(step(at:))
        case .volume(let scale):
            return scale.number(of: value).map(step(at:))
        case .toggle, .choice:
            return nil
        }
    }

    /// The value of a step; `nil` if it has none.
    func engineValue(of step: Int, _ part: ALSABinding.Part) -> EngineValue? {
        switch part {
        case .decibels:
            decibels?(step).map { .decibels($0) }
                ?? ALSABinding.software.engineValue(of: position(of: step))
        case .volume(let scale):
            scale.engineValue(of: position(of: step))
        case .toggle, .choice:
            nil
        }
    }

    /// The step whose level is closest.
    private func nearestStep(_ level: Double) -> Int? {
        guard let step, let decibels, let low = step(level, false), let high = step(level, true),
            let below = decibels(low), let above = decibels(high)
        else { return nil }
        return abs(below - level) <= abs(above - level) ? low : high
    }

    private func step(at position: Double) -> Int {
        let range = Double(steps.upperBound - steps.lowerBound)
        return steps.lowerBound + Int((min(max(position, 0), 1) * range).rounded())
    }

    private func position(of step: Int) -> Double {
        guard steps.count > 1 else { return 0 }
        return Double(step - steps.lowerBound) / Double(steps.upperBound - steps.lowerBound)
    }
}
