import Glibc

/// The mapping from a control's position, 0…1 of its travel, to its value, and back.
///
/// Both directions are monotone, stay inside the travel and the range, and never return NaN. A
/// value is always finite: with `minimumIsOff`, the minimum stands for -∞.
public struct Taper: Hashable, Sendable {
    /// The shape of a taper, before it is fitted to a range.
    public enum Curve: Hashable, Sendable {
        /// A straight line in the value's own unit; in dB, `db_linear`.
        case linear
        /// lo + (hi - lo)·pᵉ, with an exponent above 0.
        case power(exponent: Double)
        /// lo·(hi / lo)ᵖ: every octave takes the same travel. Both ends must be above 0.
        case logarithmic
        /// The taper of alsamixer: linear in dB up to a range of 24 dB, else its cubic law fitted
        /// between the ends (alsa-utils, alsamixer/volume_mapping.c).
        case alsamixer
        /// The law of a fader, restricted to the range. The value is in dB.
        case fader(FaderLaw)
    }

    /// The shape.
    public let curve: Curve
    /// The value at position 0.
    public let minimum: Double
    /// The value at position 1; never below `minimum`.
    public let maximum: Double
    /// Whether the minimum stands for silence, -∞ dB.
    public let minimumIsOff: Bool
    /// The curve's own positions at the ends of the travel.
    private let bottom: Double
    private let top: Double

    /// Fits a curve to a range.
    ///
    /// The travel is the part of the law between the two values. If the minimum is off, the travel
    /// starts at the law's own zero instead. Positions are then those of the engine that the law
    /// comes from, and levels below the minimum are off. Ardour's law is shifted to end at the
    /// maximum, as Ardour's own `gain_to_position_with_max` does.
    ///
    /// Ends in the wrong order are exchanged, ends that are not finite count as 0, and ends beyond
    /// ±`largestEnd` are clamped. A logarithm over a range that is not above 0 becomes linear, and
    /// so does a power whose exponent is not positive and finite.
    public init(
        _ curve: Curve = .linear, minimum: Double = 0, maximum: Double = 1,
        minimumIsOff: Bool = false
    ) {
        let low = Self.end(minimum)
        let high = Self.end(maximum)
        self.minimum = min(low, high)
        self.maximum = max(low, high)
        self.minimumIsOff = minimumIsOff
        self.curve = curve.isUsable(from: self.minimum) ? curve : .linear
        switch self.curve {
        case .fader(let law):
            let shift = Self.shift(of: law, endingAt: self.maximum)
            bottom =
                minimumIsOff && law.hasOff ? 0 : law.position(ofDecibels: self.minimum + shift)
            top = law.position(ofDecibels: self.maximum + shift)
        case .linear, .power, .logarithmic, .alsamixer:
            (bottom, top) = (0, 1)
        }
    }

    /// The greatest end of a range: the difference between two ends is still finite.
    public static let largestEnd = Double.greatestFiniteMagnitude / 4

    private static func end(_ value: Double) -> Double {
        value.isFinite ? value.clamped(from: -largestEnd, to: largestEnd) : 0
    }

    /// The value at a position. Positions outside 0…1 are clamped, and NaN gives the minimum.
    public func value(at position: Double) -> Double {
        guard position > 0 else { return minimum }
        guard position < 1 else { return maximum }
        let value = curveValue(at: bottom + position * (top - bottom))
        return value.clamped(from: minimum, to: maximum)
    }

    /// The position of a value. Values outside the range are clamped, and NaN gives 0.
    public func position(of value: Double) -> Double {
        guard value > minimum else { return 0 }
        guard value < maximum else { return 1 }
        guard top > bottom else { return 0 }
        return ((curvePosition(of: value) - bottom) / (top - bottom)).clamped(from: 0, to: 1)
    }

    /// The linear gain of a value in dB: 1 is unity, 0 where the value is off.
    public func gain(of value: Double) -> Double {
        guard value > minimum else { return minimumIsOff ? 0 : Self.gain(ofDecibels: minimum) }
        return Self.gain(ofDecibels: min(value, maximum))
    }

    /// The linear gain of any level in dB: 0 for -∞, and always finite.
    public static func gain(ofDecibels level: Double) -> Double {
        min(pow(10, level / 20), .greatestFiniteMagnitude)
    }

    /// The value in dB of a linear gain, inside the range; the minimum for a gain of 0.
    public func value(ofGain gain: Double) -> Double {
        guard gain > 0 else { return minimum }
        return (20 * log10(gain)).clamped(from: minimum, to: maximum)
    }

    /// Whether a value stands for silence.
    public func isOff(_ value: Double) -> Bool {
        minimumIsOff && !(value > minimum)
    }

    private func curveValue(at p: Double) -> Double {
        switch curve {
        case .linear: return minimum + p * (maximum - minimum)
        case .power(let exponent): return minimum + (maximum - minimum) * pow(p, exponent)
        case .logarithmic: return exp(log(minimum) + p * (log(maximum) - log(minimum)))
        case .alsamixer:
            guard maximum - minimum > 24 else { return minimum + p * (maximum - minimum) }
            let floor = alsamixerFloor
            return maximum + 60 * log10(p * (1 - floor) + floor)
        case .fader(let law):
            return law.decibels(at: p) - Self.shift(of: law, endingAt: maximum)
        }
    }

    private func curvePosition(of value: Double) -> Double {
        switch curve {
        case .linear: return (value - minimum) / (maximum - minimum)
        case .power(let exponent):
            return pow((value - minimum) / (maximum - minimum), 1 / exponent)
        case .logarithmic:
            return (log(value) - log(minimum)) / (log(maximum) - log(minimum))
        case .alsamixer:
            guard maximum - minimum > 24 else { return (value - minimum) / (maximum - minimum) }
            let floor = alsamixerFloor
            return (pow(10, (value - maximum) / 60) - floor) / (1 - floor)
        case .fader(let law):
            return law.position(ofDecibels: value + Self.shift(of: law, endingAt: maximum))
        }
    }

    /// The start of alsamixer's cubic law: 0 if the minimum is mute.
    private var alsamixerFloor: Double {
        minimumIsOff ? 0 : pow(10, (minimum - maximum) / 60)
    }

    private static func shift(of law: FaderLaw, endingAt maximum: Double) -> Double {
        law == .ardour ? law.highest - maximum : 0
    }
}

extension Taper.Curve {
    /// Every name that `init(name:exponent:)` accepts, in the order in which help texts list them.
    public static var names: [String] {
        ["linear", "db_linear", "log", "power", "alsamixer"] + FaderLaw.allCases.map(\.rawValue)
    }

    /// The curve with a name from a panel file; `nil` for an unknown name. Only `power` uses
    /// `exponent`.
    public init?(name: String, exponent: Double = 2) {
        switch name {
        case "linear", "db_linear": self = .linear
        case "log": self = .logarithmic
        case "power": self = .power(exponent: exponent)
        case "alsamixer": self = .alsamixer
        default:
            guard let law = FaderLaw(rawValue: name) else { return nil }
            self = .fader(law)
        }
    }

    fileprivate func isUsable(from minimum: Double) -> Bool {
        switch self {
        case .logarithmic: minimum > 0
        case .power(let exponent): exponent > 0 && exponent.isFinite
        case .linear, .alsamixer, .fader: true
        }
    }
}
