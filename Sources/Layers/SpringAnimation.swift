import Glibc

/// An animation of a property by a damped spring, which may overshoot.
public struct SpringAnimation<Value: Animatable>: Animation {
    /// The animated property.
    public let property: AnimatableProperty<Value>
    /// The first value; `nil` for the one that is visible when the animation is added.
    public var fromValue: Value?
    /// The value at rest; `nil` for the one to which the property is set when the animation is
    /// added.
    public var toValue: Value?
    /// The mass on the spring, above 0; 1 by default.
    public let mass: Double
    /// The stiffness of the spring, above 0; 100 by default.
    public let stiffness: Double
    /// The damping, 0 or more; 10 by default. `2 * sqrt(mass * stiffness)` is critical.
    public let damping: Double
    /// The initial speed, in distances from the first to the last value per second; 0 by default.
    public let initialVelocity: Double
    /// When the animation runs, and how often. The default duration is `settlingDuration`.
    public var timing: AnimationTiming

    /// A spring animation of `property`.
    ///
    /// - Precondition: The mass and the stiffness are above 0, and the damping is 0 or more.
    public init(
        _ property: AnimatableProperty<Value>, from fromValue: Value? = nil,
        to toValue: Value? = nil, mass: Double = 1, stiffness: Double = 100, damping: Double = 10,
        initialVelocity: Double = 0
    ) {
        precondition(
            mass > 0 && stiffness > 0 && damping >= 0,
            "the mass and the stiffness must be above 0, and the damping at least 0")
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

    /// The time after which the spring stays within a thousandth of the distance from its rest; at
    /// most a minute.
    public var settlingDuration: Duration {
        let decay = damping / (2 * mass)
        let frequency = (stiffness / mass).squareRoot()
        let slowest =
            decay > frequency
            ? decay - (decay * decay - frequency * frequency).squareRoot() : decay
        let amplitude = 1 + abs(initialVelocity) / frequency
        // Near critical damping, the decay is slightly slower than its exponent alone.
        let slack = abs(decay - frequency) < 0.1 * frequency ? 1.4 : 1
        let seconds = slowest > 0 ? slack * log(1000 * amplitude) / slowest : 60
        return .seconds(min(seconds, 60))
    }

    /// The value at `progress`, 0 to 1, of one run.
    public func value(at progress: Double, from presented: Value, to model: Value) -> Value {
        let end = toValue ?? model
        if progress >= 1 { return end }
        let fraction = 1 - displacement(at: progress * (timing.duration / .seconds(1)))
        return (fromValue ?? presented).interpolated(to: end, by: fraction)
    }

    /// The distance of the spring from its rest; 1 at the start.
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
