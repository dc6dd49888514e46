/// An animation of a property from one value to another.
public struct BasicAnimation<Value: Animatable>: Animation {
    /// The animated property.
    public let property: AnimatableProperty<Value>
    /// The first value; `nil` for the one that is visible when the animation is added.
    public var fromValue: Value?
    /// The last value; `nil` for the one to which the property is set when the animation is added.
    public var toValue: Value?
    /// The pace.
    public var timingFunction: TimingFunction
    /// When the animation runs, and how often.
    public var timing: AnimationTiming

    /// An animation of `property` over `duration`, 250 ms by default.
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

    /// The value at `progress`, 0 to 1, of one run.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        let end = toValue ?? model
        // Returned without arithmetic, so that the end is exact.
        if progress >= 1 { return end }
        return (fromValue ?? presented).interpolated(
            to: end, by: timingFunction.value(at: progress))
    }
}
