/// The scale of a meter: from dB to shares of the bars, which begin at share 0.
enum MeterScale: Equatable {
    /// Levels, from the lowest of a law upwards.
    case levels(FaderLaw)
    /// Gain reduction, from 0 dB downwards, linear in dB as far as a range.
    case reduction(range: Double)

    /// The lowest level of the scale, in dB.
    var lowest: Double {
        switch self {
        case .levels(let law): law.lowest
        case .reduction(let range): -range
        }
    }

    /// The highest level of the scale, in dB.
    var highest: Double {
        switch self {
        case .levels(let law): law.highest
        case .reduction: 0
        }
    }

    /// The share of the bars at a level, 0…1.
    func share(of decibels: Double) -> Double {
        switch self {
        case .levels(let law): law.position(ofDecibels: decibels).clamped(from: 0, to: 1)
        case .reduction(let range): (-decibels / range).clamped(from: 0, to: 1)
        }
    }

    /// The level at a share of the bars, in dB.
    func decibels(at share: Double) -> Double {
        switch self {
        case .levels(let law): law.decibels(at: share)
        case .reduction(let range): -range * share
        }
    }

    /// The amount that a bar shows at a level, in dB: a greater one is a longer bar. NaN stays NaN.
    func amount(of decibels: Double) -> Double {
        switch self {
        case .levels: decibels
        case .reduction(let range): decibels.isNaN ? decibels : min(-decibels, range)
        }
    }

    /// The level at which a bar has this amount; -∞ or 0 for an empty bar.
    func decibels(ofAmount amount: Double) -> Double {
        switch self {
        case .levels: amount
        case .reduction: amount > 0 ? -amount : 0
        }
    }
}
