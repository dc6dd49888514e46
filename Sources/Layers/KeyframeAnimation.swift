/// A property of a layer that runs through a list of values in a given time.
///
/// The middle values decide the way: a pointer that turns from -120° to 120° by way of 0° never
/// takes the short cut through the gap.
public struct KeyframeAnimation: Sendable {
    /// What is animated.
    public enum Property: Sendable {
        /// The layer's turn about its position, in radians, clockwise. It stands for `transform`.
        case rotation
        /// Where a shape layer's arc ends, in radians.
        case arcEnd
        /// How opaque the layer is, 0 to 1. It stands for `opacity`.
        case opacity
        /// How far the layer lies to the right of its place, in pixels.
        case translationX
        /// How far the layer lies below its place, in pixels.
        case translationY
        /// How much of a shape layer's line is drawn from its start, 0 to 1.
        case strokeEnd
    }

    /// What is animated.
    public let property: Property
    /// The values, at least one.
    public let values: [Double]
    /// When each value is reached, 0 to 1, rising; evenly spaced if not given.
    public let keyTimes: [Double]
    /// How long it takes.
    public let duration: Duration
    /// The pace between each value and the next.
    public let timingFunction: TimingFunction

    /// When it begins, on the monotonic clock; with the first frame it is asked for if `nil`.
    public let beginTime: Duration?
    /// Whether it begins anew when it is over, until it is removed. All that repeat with the same
    /// duration and `beginTime` are in step, whenever they were added.
    public let repeats: Bool

    /// An animation of `property` through `values`.
    ///
    /// There is at least one value, and if `keyTimes` are given there are as many as values.
    public init(
        _ property: Property, values: [Double], keyTimes: [Double]? = nil, duration: Duration,
        timingFunction: TimingFunction = .easeInEaseOut, beginTime: Duration? = nil,
        repeats: Bool = false
    ) {
        precondition(!values.isEmpty, "an animation needs a value")
        precondition(
            keyTimes.map { $0.count == values.count } ?? true, "a key time for each value")
        self.property = property
        self.values = values
        let last = Double(max(1, values.count - 1))
        self.keyTimes = keyTimes ?? values.indices.map { Double($0) / last }
        self.duration = duration
        self.timingFunction = timingFunction
        self.beginTime = beginTime
        self.repeats = repeats
    }

    /// The value when `progress`, 0 to 1, of the duration is over.
    public func value(at progress: Double) -> Double {
        // The timing function paces the whole run, so that it does not rest at the middle values.
        let progress = timingFunction.value(at: progress)
        guard let next = keyTimes.firstIndex(where: { $0 > progress }), next > 0 else {
            return progress <= keyTimes[0] ? values[0] : values[values.count - 1]
        }
        let share = (progress - keyTimes[next - 1]) / (keyTimes[next] - keyTimes[next - 1])
        return values[next - 1] + (values[next] - values[next - 1]) * share
    }
}
