import Glibc

/// A filter with two poles and two zeros, as in Robert Bristow-Johnson's "Audio EQ Cookbook".
///
/// Its coefficients are computed once. `decibels(at:)` then costs two logarithms.
struct Biquad: Equatable {
    private var b: (Double, Double, Double)
    private var a: (Double, Double, Double)

    /// The filter of a band.
    ///
    /// - Parameters:
    ///   - frequency: In Hz, below half of `sampleRate`.
    ///   - gain: In dB; not used by cuts and notches.
    ///   - q: The quality; above 0.
    ///   - sampleRate: In Hz.
    init(
        _ shape: EqualizerBand.Shape, frequency: Double, gain: Double, q: Double, sampleRate: Double
    ) {
        let angle = 2 * Double.pi * min(frequency / sampleRate, 0.4999)
        let (cosine, alpha) = (cos(angle), sin(angle) / (2 * q))
        let amplitude = pow(10, gain / 40)
        switch shape {
        case .lowCut:
            b = ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2)
            a = (1 + alpha, -2 * cosine, 1 - alpha)
        case .highCut:
            b = ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2)
            a = (1 + alpha, -2 * cosine, 1 - alpha)
        case .notch:
            b = (1, -2 * cosine, 1)
            a = (1 + alpha, -2 * cosine, 1 - alpha)
        case .peak:
            b = (1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude)
            a = (1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude)
        case .lowShelf, .highShelf:
            // A high shelf is a low shelf mirrored at a quarter of the sample rate.
            let sign = shape == .lowShelf ? 1.0 : -1
            let (plus, minus) = (amplitude + 1, amplitude - 1)
            let root = 2 * amplitude.squareRoot() * alpha
            let mirrored = sign * cosine
            b = (
                amplitude * (plus - minus * mirrored + root),
                sign * 2 * amplitude * (minus - plus * mirrored),
                amplitude * (plus - minus * mirrored - root)
            )
            a = (
                plus + minus * mirrored + root, sign * -2 * (minus + plus * mirrored),
                plus + minus * mirrored - root
            )
        }
    }

    /// The square of the sine of half the angle of a frequency, which `decibels(at:)` takes.
    static func phi(of frequency: Double, sampleRate: Double) -> Double {
        let sine = sin(Double.pi * min(frequency / sampleRate, 0.5))
        return sine * sine
    }

    /// The gain at a frequency, in dB; not below -200.
    ///
    /// This form of the cookbook keeps its accuracy at low frequencies.
    func decibels(at phi: Double) -> Double {
        func power(_ c: (Double, Double, Double)) -> Double {
            let sum = c.0 + c.1 + c.2
            return sum * sum - 4 * (c.0 * c.1 + 4 * c.0 * c.2 + c.1 * c.2) * phi
                + 16 * c.0 * c.2 * phi * phi
        }
        return 10 * log10(max(power(b), 1e-20) / max(power(a), 1e-20))
    }

    static func == (one: Biquad, other: Biquad) -> Bool { one.b == other.b && one.a == other.a }
}
