/// The two ends of a selected range, on a scale.
///
/// `scale.minimum ≤ lower ≤ upper ≤ scale.maximum` always holds, and the ends are never closer than
/// `minimumGap`. An assignment takes the nearest number that fits these rules. NaN is ignored.
public struct RangeEnds: Hashable, Sendable {
    /// The scale of the values. A narrower scale clamps the ends; a wider one does not restore
    /// them.
    public var scale = ValueScale() {
        didSet { if scale != oldValue { set(lower: lower, upper: upper) } }
    }
    /// The lower end, 0.2 by default.
    public private(set) var lower = 0.2
    /// The upper end, 0.8 by default.
    public private(set) var upper = 0.8
    /// The least distance between the ends, in their own unit; 0 by default, and at most the whole
    /// range. A value below 0 or not finite is ignored.
    public var minimumGap: Double {
        get { min(wantedGap, scale.maximum - scale.minimum) }
        set {
            let new = newValue.accepted(.notNegative, else: wantedGap)
            guard new != wantedGap else { return }
            wantedGap = new
            set(lower: lower, upper: upper)
        }
    }
    private var wantedGap = 0.0

    /// From 0.2 to 0.8 on a scale from 0 to 1.
    public init() {}

    /// Sets both ends at once: first the lower one within the scale, then the upper one above it.
    /// If either is NaN, nothing is set.
    public mutating func set(lower newLower: Double, upper newUpper: Double) {
        guard let low = scale.valid(newLower), let high = scale.valid(newUpper) else { return }
        // Because of rounding, adding and subtracting the gap may miss the other end.
        lower = max(min(low, scale.maximum - minimumGap), scale.minimum)
        upper = high.clamped(from: lower + minimumGap, to: scale.maximum)
    }

    /// Sets the lower end, limited by the upper one.
    public mutating func setLower(_ value: Double) {
        guard let valid = scale.valid(value) else { return }
        lower = max(min(valid, upper - minimumGap), scale.minimum)
    }

    /// Sets the upper end, limited by the lower one.
    public mutating func setUpper(_ value: Double) {
        guard let valid = scale.valid(value) else { return }
        upper = valid.clamped(from: lower + minimumGap, to: scale.maximum)
    }

    /// Sets the lower end, and pushes the upper one if it is in the way.
    public mutating func pushLower(to value: Double) {
        set(lower: value, upper: max(upper, value + minimumGap))
    }

    /// Sets the upper end, and pushes the lower one if it is in the way.
    public mutating func pushUpper(to value: Double) {
        let value = max(value, scale.minimum + minimumGap)
        set(lower: max(min(lower, value - minimumGap), scale.minimum), upper: value)
    }

    /// Moves a part up (1) or down (-1) by a step of the scale, or by a tenth of the travel if
    /// there is no step. Both ends together move only as far as both can, so that the range keeps
    /// its width.
    public mutating func step(_ part: RangeSlider.Part, by direction: Double) {
        switch part {
        case .lower: setLower(scale.stepped(lower, by: direction))
        case .upper: setUpper(scale.stepped(upper, by: direction))
        case .both where scale.step > 0:
            let distance = (direction * scale.step)
                .clamped(from: scale.minimum - lower, to: scale.maximum - upper)
            set(lower: lower + distance, upper: upper + distance)
        case .both:
            let (low, high) = (scale.position(of: lower), scale.position(of: upper))
            let distance = (direction / 10).clamped(from: -low, to: 1 - high)
            set(lower: scale.value(at: low + distance), upper: scale.value(at: high + distance))
        }
    }
}
