/// What runs a property of a layer through values in time; see `Layer.add(_:forKey:completion:)`.
///
/// ``BasicAnimation``, ``KeyframeAnimation`` and ``SpringAnimation`` are those there are, and others
/// can be written.
public protocol Animation<Value>: Sendable {
    /// What kind of values it runs through.
    associatedtype Value: Animatable

    /// What is animated.
    var property: AnimatableProperty<Value> { get }
    /// When it runs, and how often.
    var timing: AnimationTiming { get set }

    /// The value when `progress`, 0 to 1, of the duration is over.
    ///
    /// - Parameters:
    ///   - progress: How much of one run is over.
    ///   - presented: What was seen when the animation was added.
    ///   - model: What the property was set to then.
    func value(at progress: Double, from presented: Value, to model: Value) -> Value
}

extension Animation {
    /// How long it takes to run once.
    public var duration: Duration {
        get { timing.duration }
        set { timing.duration = newValue }
    }
    /// How long it waits before it begins.
    public var delay: Duration {
        get { timing.delay }
        set { timing.delay = newValue }
    }
    /// When it begins, on the monotonic clock; with the first frame if `nil`.
    public var beginTime: Duration? {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }
    /// How often it runs; `.infinity` for ever.
    public var repeatCount: Double {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }
    /// Whether each run is followed by one backwards.
    public var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }
    /// What is seen before and after.
    public var fillMode: AnimationTiming.FillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }
    /// Whether the layer forgets the animation once it is over.
    public var isRemovedOnCompletion: Bool {
        get { timing.isRemovedOnCompletion }
        set { timing.isRemovedOnCompletion = newValue }
    }
}
