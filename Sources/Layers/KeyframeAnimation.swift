/// A property of a layer that runs through a list of values in a given time.
///
/// The middle values decide the way: a pointer that turns from -120° to 120° by way of 0° never
/// takes the short cut through the gap.
public struct KeyframeAnimation<Value: Animatable>: Animation {
    /// What lies between the values.
    public enum CalculationMode: Sendable {
        /// All that is between a value and the next.
        case linear
        /// Nothing: each value is there until the next, as a lamp blinks.
        case discrete
    }

    /// What is animated.
    public let property: AnimatableProperty<Value>
    /// The values, at least one.
    public let values: [Value]
    /// When each value is reached, 0 to 1, rising.
    public let keyTimes: [Double]
    /// What lies between the values.
    public let calculationMode: CalculationMode
    /// The pace of the whole run.
    public let timingFunction: TimingFunction
    /// The pace between each value and the next; `nil` for an even one.
    public let timingFunctions: [TimingFunction]?
    /// When it runs, and how often.
    public var timing: AnimationTiming

    /// An animation of `property` through `values`.
    ///
    /// - Precondition: There is a value, a key time for each value if there are any, and one timing
    ///   function less than values, if there are any.
    /// - Parameters:
    ///   - property: What is animated.
    ///   - values: At least one.
    ///   - keyTimes: As many as values, rising. If not given, the values are spread evenly: from 0
    ///     to 1, or if they are discrete, so that each is seen for the same time.
    ///   - duration: How long one run takes.
    ///   - timingFunction: The pace of the whole run, so that it does not rest at middle values.
    ///   - timingFunctions: The pace between each value and the next, one less than values.
    ///   - calculationMode: What lies between the values.
    ///   - beginTime: When it begins, on the monotonic clock; with the first frame if `nil`.
    ///   - repeats: Whether it begins anew when it is over, until it is removed.
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

    /// The value when `progress`, 0 to 1, of the duration is over.
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

    /// The value when `progress`, 0 to 1, of the duration is over, whatever was seen before.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        value(at: progress)
    }
}
