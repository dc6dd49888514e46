/// A property of a layer that goes from one value to another.
public struct BasicAnimation<Value: Animatable>: Animation {
    /// What is animated.
    public let property: AnimatableProperty<Value>
    /// Where it begins; `nil` for what is seen when the animation is added.
    public var fromValue: Value?
    /// Where it ends; `nil` for what the property is set to when the animation is added.
    public var toValue: Value?
    /// The pace.
    public var timingFunction: TimingFunction
    /// When it runs, and how often.
    public var timing: AnimationTiming

    /// An animation of `property` over `duration`, 250 ms if not given.
    public init(
        _ property: AnimatableProperty<Value>, from fromValue: Value? = nil,
        to toValue: Value? = nil, duration: Duration = .milliseconds(250),
        timingFunction: TimingFunction = .default
    ) {
        self.property = property
        self.fromValue = fromValue
        self.toValue = toValue
        self.timingFunction = timingFunction
        timing = AnimationTiming(duration: duration)
    }

    /// The value when `progress`, 0 to 1, of the duration is over.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        let end = toValue ?? model
        // Not by way of a sum: the end is met exactly.
        if progress >= 1 { return end }
        return (fromValue ?? presented).interpolated(
            to: end, by: timingFunction.value(at: progress))
    }
}
