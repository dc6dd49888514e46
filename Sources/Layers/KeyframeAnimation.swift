/// An animation of a property through a list of values.
///
/// The intermediate values decide the path. A pointer that turns from -120° to 120° with 0° as an
/// intermediate value does not cross the gap.
public struct KeyframeAnimation<Value: Animatable>: Animation {
    /// How values between the key frames are computed.
    public enum CalculationMode: Sendable {
        /// Interpolated.
        case linear
        /// Constant: each value stays until the next, as in a blinking lamp.
        case discrete
    }

    /// The animated property.
    public let property: AnimatableProperty<Value>
    /// The values, at least one.
    public let values: [Value]
    /// The time of each value, 0 to 1, ascending.
    public let keyTimes: [Double]
    /// How values between the key frames are computed.
    public let calculationMode: CalculationMode
    /// The pace of the whole run.
    public let timingFunction: TimingFunction
    /// The pace between each value and the next; `nil` for a linear one.
    public let timingFunctions: [TimingFunction]?
    /// When the animation runs, and how often.
    public var timing: AnimationTiming

    /// An animation of `property` through `values`.
    ///
    /// - Precondition: There is at least one value. If given, `keyTimes` has as many elements as
    ///   `values`, and `timingFunctions` one less.
    /// - Parameters:
    ///   - property: The animated property.
    ///   - values: At least one.
    ///   - keyTimes: As many as values, ascending. By default, the values are spread evenly: from 0
    ///     to 1 or, if they are discrete, each for the same time.
    ///   - duration: The duration of one run.
    ///   - timingFunction: The pace of the whole run. It does not slow down at intermediate values.
    ///   - timingFunctions: The pace between each value and the next: one function less than
    ///     `values`.
    ///   - calculationMode: How values between the key frames are computed.
    ///   - beginTime: When the animation begins, on the monotonic clock; `nil` for the first frame.
    ///   - repeats: Whether the animation starts again at its end, until it is removed.
    public init(
        _ property: AnimatableProperty<Value>, values: [Value], keyTimes: [Double]? = nil,
        duration: Duration, timingFunction: TimingFunction = .easeInEaseOut,
        timingFunctions: [TimingFunction]? = nil, calculationMode: CalculationMode = .linear,
        beginTime: Duration? = nil, repeats: Bool = false
    ) {
        precondition(!values.isEmpty, "an animation needs a value")
        precondition(
            keyTimes.map { $0.count == values.count } ?? true, "a key time for each value")
        precondition(
            timingFunctions.map { $0.count == values.count - 1 } ?? true,
            "a timing function between each value and the next")
        self.property = property
        self.values = values
        let last = Double(calculationMode == .discrete ? values.count : max(1, values.count - 1))
        self.keyTimes = keyTimes ?? values.indices.map { Double($0) / last }
        self.timingFunction = timingFunction
        self.timingFunctions = timingFunctions
        self.calculationMode = calculationMode
        timing = AnimationTiming(duration: duration)
        timing.beginTime = beginTime
        if repeats { timing.repeatCount = .infinity }
    }

    /// The value at `progress`, 0 to 1, of one run.
    public func value(at progress: Double) -> Value {
        let progress = timingFunction.value(at: progress)
        guard let next = keyTimes.firstIndex(where: { $0 > progress }), next > 0 else {
            return progress < keyTimes[0] ? values[0] : values[values.count - 1]
        }
        guard calculationMode == .linear else { return values[next - 1] }
        let share = (progress - keyTimes[next - 1]) / (keyTimes[next] - keyTimes[next - 1])
        let paced = timingFunctions.map { $0[next - 1].value(at: share) } ?? share
        return values[next - 1].interpolated(to: values[next], by: paced)
    }

    /// The value at `progress`, 0 to 1, of one run; `presented` and `model` are not used.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        value(at: progress)
    }

    /// The key time of the next value, if values are discrete and the pace is even.
    public func nextChange(after progress: Double) -> Double? {
        guard calculationMode == .discrete, timingFunction == .linear else { return nil }
        return keyTimes.first { $0 > progress } ?? 1
    }
}
