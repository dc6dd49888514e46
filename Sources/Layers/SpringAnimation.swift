import Glibc

/// A property of a layer that is pulled to a value by a spring, and may swing about it.
public struct SpringAnimation<Value: Animatable>: Animation {
    /// What is animated.
    public let property: AnimatableProperty<Value>
    /// Where it begins; `nil` for what is seen when the animation is added.
    public var fromValue: Value?
    /// Where it comes to rest; `nil` for what the property is set to when the animation is added.
    public var toValue: Value?
    /// What hangs on the spring, above 0; 1 is usual.
    public let mass: Double
    /// How hard the spring pulls, above 0; 100 is usual.
    public let stiffness: Double
    /// What brakes it, 0 or more; 10 is usual. `2 * sqrt(mass * stiffness)` just does not swing.
    public let damping: Double
    /// How fast it is already, in whole ways from begin to end per second; 0 is usual.
    public let initialVelocity: Double
    /// When it runs, and how often. The duration is `settlingDuration` at first.
    public var timing: AnimationTiming

    /// A spring that pulls `property`.
    ///
    /// - Precondition: The mass and the stiffness are above 0, and the damping is 0 or more.
    public init(
        _ property: AnimatableProperty<Value>, from fromValue: Value? = nil,
        to toValue: Value? = nil, mass: Double = 1, stiffness: Double = 100, damping: Double = 10,
        initialVelocity: Double = 0
    ) {
        precondition(mass > 0 && stiffness > 0 && damping >= 0, "no such spring")
        self.property = property
        self.fromValue = fromValue
        self.toValue = toValue
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
        self.initialVelocity = initialVelocity
        timing = AnimationTiming(duration: .zero)
        timing.duration = settlingDuration
    }

    /// When the spring is within a thousandth of the way from its rest for good; at most a minute.
    public var settlingDuration: Duration {
        let decay = damping / (2 * mass)
        let frequency = (stiffness / mass).squareRoot()
        let slowest =
            decay > frequency
            ? decay - (decay * decay - frequency * frequency).squareRoot() : decay
        let amplitude = 1 + abs(initialVelocity) / frequency
        // What is critically damped decays a little slower than its exponent alone.
        let slack = abs(decay - frequency) < 0.1 * frequency ? 1.4 : 1
        let seconds = slowest > 0 ? slack * log(1000 * amplitude) / slowest : 60
        return .seconds(min(seconds, 60))
    }

    /// The value when `progress`, 0 to 1, of the duration is over.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        let end = toValue ?? model
        if progress >= 1 { return end }
        let way = 1 - displacement(at: progress * (timing.duration / .seconds(1)))
        return (fromValue ?? presented).interpolated(to: end, by: way)
    }

    /// How far from its rest the spring is, 1 at first.
    private func displacement(at seconds: Double) -> Double {
        let decay = damping / (2 * mass)
        let frequency = (stiffness / mass).squareRoot()
        // The speed away from the rest.
        let speed = -initialVelocity
        if decay < frequency {
            let swing = (frequency * frequency - decay * decay).squareRoot()
            return exp(-decay * seconds)
                * (cos(swing * seconds) + (speed + decay) / swing * sin(swing * seconds))
        }
        if decay == frequency {
            return exp(-decay * seconds) * (1 + (speed + decay) * seconds)
        }
        let root = (decay * decay - frequency * frequency).squareRoot()
        let (slow, fast) = (-decay + root, -decay - root)
        let share = (speed - fast) / (slow - fast)
        return share * exp(slow * seconds) + (1 - share) * exp(fast * seconds)
    }
}
