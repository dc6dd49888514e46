/// One band of an equalizer: a filter of Robert Bristow-Johnson's "Audio EQ Cookbook".
public struct EqualizerBand: Hashable, Sendable {
    /// The kind of filter.
    public enum Shape: String, Sendable, CaseIterable {
        /// A high-pass filter of 12 dB an octave.
        case lowCut = "low_cut"
        /// Raises or lowers the range below the frequency.
        case lowShelf = "low_shelf"
        /// Raises or lowers the range around the frequency.
        case peak
        /// Raises or lowers the range above the frequency.
        case highShelf = "high_shelf"
        /// A low-pass filter of 12 dB an octave.
        case highCut = "high_cut"
        /// Removes the frequency.
        case notch

        /// Whether the filter has a gain.
        public var hasGain: Bool {
            switch self {
            case .lowShelf, .peak, .highShelf: true
            case .lowCut, .highCut, .notch: false
            }
        }
    }

    /// The kind of filter.
    public var shape: Shape
    /// The frequency at first, in Hz.
    public var frequency: Double
    /// The gain at first, in dB.
    public var gain: Double
    /// The quality at first: the greater, the narrower.
    public var q: Double
    /// Whether the band is on at first.
    public var isOn: Bool

    /// A band; a peak at 1 kHz by default.
    public init(
        _ shape: Shape = .peak, frequency: Double = 1000, gain: Double = 0, q: Double = 0.7,
        isOn: Bool = true
    ) {
        self.shape = shape
        self.frequency = frequency
        self.gain = gain
        self.q = q
        self.isOn = isOn
    }

    /// Bands as a console has them: a shelf at both ends, and peaks between them.
    public static func standard(count: Int) -> [EqualizerBand] {
        let frequencies: [Double] = [
            [80, 10000], [80, 1000, 10000], [80, 400, 2000, 10000],
            [80, 250, 1000, 3500, 10000], [80, 200, 600, 1800, 5000, 10000],
            [80, 160, 400, 1000, 2500, 6000, 12000],
            [60, 120, 300, 700, 1600, 3500, 7000, 12000],
        ][count.clamped(from: 2, to: 8) - 2]
        return frequencies.enumerated().map { index, frequency in
            EqualizerBand(
                index == 0 ? .lowShelf : index == frequencies.count - 1 ? .highShelf : .peak,
                frequency: frequency)
        }
    }
}
