public import Drawing

/// The response of an equalizer of two to eight bands, drawn from the filters of Robert
/// Bristow-Johnson's "Audio EQ Cookbook".
///
/// Each band has a node: to the right is its frequency, upwards its gain, and a second finger
/// changes its Q: the farther apart the fingers, the wider the band. The values of band 1 are
/// `1.frequency`, `1.gain`, `1.q` and `1.on`; a band without a gain lacks `1.gain`.
public final class EqualizerCurve: CurveControl {
    /// The bands.
    public let bands: [EqualizerBand]
    /// The greatest gain, up and down, in dB.
    public let gainRange: Double
    /// The sample rate of the filters, in Hz.
    public let sampleRate: Double

    /// The gain range if none is given, in dB.
    public static let defaultGainRange = 15.0
    /// The sample rate if none is given, in Hz.
    public static let defaultSampleRate = 48000.0

    /// The frequencies of the columns, in the form of `Biquad.phi(of:sampleRate:)`.
    private var phis: [Double] = []
    /// The gain of each band in each column, in dB; empty if unknown.
    private var gains: [[Double]]

    /// A curve that fills `frame`.
    ///
    /// - Parameters:
    ///   - frame: The place in the superview, in pixels.
    ///   - bands: 2 to 8; others are left out.
    ///   - gainRange: 1…60 dB; ``defaultGainRange`` by default.
    ///   - sampleRate: At least 44100 Hz; ``defaultSampleRate`` by default.
    public init(
        frame: Rect, bands: [EqualizerBand], gainRange: Double = defaultGainRange,
        sampleRate: Double = defaultSampleRate
    ) {
        let bands = Array(bands.prefix(8))
        let range = gainRange.clamped(from: 1, to: 60)
        self.bands = bands
        self.gainRange = range
        self.sampleRate = max(sampleRate, 44100)
        gains = Array(repeating: [], count: bands.count)
        super.init(frame: frame, nodes: Self.nodes(of: bands, range: range))
    }

    private static func nodes(of bands: [EqualizerBand], range: Double) -> [CurveNode] {
        bands.enumerated().map { node($0 + 1, $1, range: range) }
    }

    /// The possible frequencies, in Hz.
    public static let frequencies = ValueScale(
        Taper(.logarithmic, minimum: 20, maximum: 20000))
    /// The possible qualities.
    public static let qualities = ValueScale(
        Taper(.logarithmic, minimum: 0.1, maximum: 10), step: 0.01)
    /// The possible gains, in dB.
    public static func gains(range: Double) -> ValueScale {
        ValueScale(Taper(.linear, minimum: -range, maximum: range), step: 0.1)
    }

    private static func node(_ number: Int, _ band: EqualizerBand, range: Double) -> CurveNode {
        var node = CurveNode(label: "\(number)")
        node.x = CurveValue(
            "\(number).frequency", frequencies, ValueFormat(style: .frequency, decimals: 0),
            default: band.frequency)
        if band.shape.hasGain {
            node.y = CurveValue(
                "\(number).gain", gains(range: range),
                ValueFormat(style: .number(unit: "dB"), decimals: 1), default: band.gain)
        }
        node.pinch = CurveValue(
            "\(number).q", qualities, ValueFormat(decimals: 2), default: band.q)
        node.on = CurveValue(
            "\(number).on", ValueScale(Taper(), step: 1), ValueFormat(decimals: 0),
            default: band.isOn ? 1 : 0, isToggle: true)
        return node
    }

    // MARK: The curve

    override var yAxis: CurveAxis {
        .decibels(-gainRange...gainRange, step: gainRange > 12 ? gainRange > 30 ? 20 : 5 : 3)
    }
    override var base: Double { 0 }

    override func valueDidChange(_ value: CurveValue) {
        for (index, node) in nodes.enumerated()
        where node.x === value || node.y === value || node.pinch === value {
            gains[index] = []
        }
    }

    override func line(columns: Int) -> [Double] {
        if phis.count != columns {
            let width = Double(max(columns - 1, 1))
            phis = (0..<columns).map {
                Biquad.phi(
                    of: xAxis.value(at: Double($0) / width), sampleRate: sampleRate)
            }
            gains = bands.map { _ in [] }
        }
        var sum = [Double](repeating: 0, count: columns)
        for (index, node) in nodes.enumerated() where node.isOn {
            if gains[index].isEmpty {
                let filter = filter(index)
                gains[index] = phis.map(filter.decibels)
            }
            for column in 0..<columns { sum[column] += gains[index][column] }
        }
        return sum
    }

    private func filter(_ index: Int) -> Biquad {
        let node = nodes[index]
        return Biquad(
            bands[index].shape, frequency: node.x?.value ?? 1000, gain: node.y?.value ?? 0,
            q: node.pinch?.value ?? 0.7, sampleRate: sampleRate)
    }

    /// The gain of all bands that are on at a frequency, in dB.
    public func gain(at frequency: Double) -> Double {
        let phi = Biquad.phi(of: frequency, sampleRate: sampleRate)
        return nodes.indices.filter { nodes[$0].isOn }
            .reduce(0) { $0 + filter($1).decibels(at: phi) }
    }

    override func place(of node: Int) -> (x: Double, y: Double) {
        (nodes[node].x?.value ?? 1000, nodes[node].y?.value ?? 0)
    }

    override func move(_ node: Int, to place: (x: Double, y: Double)) {
        nodes[node].x?.value = place.x
        nodes[node].y?.value = place.y
    }

    override func width(_ start: Double, of node: Int, from old: Double, to new: Double) -> Double {
        start * old / new
    }
}
