/// Changes a property of a layer over time; see `Layer.add(_:forKey:completion:)`.
///
/// ``BasicAnimation``, ``KeyframeAnimation`` and ``SpringAnimation`` are built in. Other types can
/// conform.
public protocol Animation<Value>: Sendable {
    /// The type of the animated values.
    associatedtype Value: Animatable

    /// The animated property.
    var property: AnimatableProperty<Value> { get }
    /// When the animation runs, and how often.
    var timing: AnimationTiming { get set }

    /// The value at `progress`, 0 to 1, of one run.
    ///
    /// - Parameters:
    ///   - progress: How much of one run is over.
    ///   - presented: The visible value when the animation was added.
    ///   - model: The value to which the property was set at that time.
    func value(at progress: Double, from presented: Value, to model: Value) -> Value

    /// The next progress, greater than `progress`, at which the value changes; `nil` (the default)
    /// if it may change with each frame. The animation requests no frame before that.
    func nextChange(after progress: Double) -> Double?
}

extension Animation {
    /// `nil`: the value may change with each frame.
    public func nextChange(after progress: Double) -> Double? { nil }
}

extension Animation {
    /// The duration of one run.
    public var duration: Duration {
        get { timing.duration }
        set { timing.duration = newValue }
    }
    /// The delay before the animation begins.
    public var delay: Duration {
        get { timing.delay }
        set { timing.delay = newValue }
    }
    /// When the animation begins, on the monotonic clock; `nil` for the first frame.
    public var beginTime: Duration? {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }
    /// The number of runs; `.infinity` for ever.
    public var repeatCount: Double {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }
    /// Whether each run is followed by a reversed one.
    public var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }
    /// What the property shows before and after the animation.
    public var fillMode: AnimationTiming.FillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }
    /// Whether the layer removes the animation at its end.
    public var isRemovedOnCompletion: Bool {
        get { timing.isRemovedOnCompletion }
        set { timing.isRemovedOnCompletion = newValue }
    }
}
