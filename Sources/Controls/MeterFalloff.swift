/// How fast a meter falls, in dB per second, at a constant rate.
public struct MeterFalloff: Hashable, Sendable {
    /// In dB per second; never negative.
    public let rate: Double

    /// A rate in dB per second. A negative rate or NaN counts as 0.
    public init(rate: Double) {
        self.rate = rate > 0 ? rate : 0
    }

    /// 6.6 dB per second, the rate of BBC meters.
    public static let slowest = MeterFalloff(rate: 6.6)
    /// 24 dB in 2.8 s, the rate of the EBU's PPM.
    public static let ebu = MeterFalloff(rate: 8.6)
    /// 20 dB in 1.7 s, DIN 45406.
    public static let din = MeterFalloff(rate: 12)
    /// 20 dB in 1.5 s, the rate of the EBU's digital PPM.
    public static let ebuDigital = MeterFalloff(rate: 13.3)
    /// 20 dB per second, the rate of most programs.
    public static let fast = MeterFalloff(rate: 20)
    /// 32 dB per second, for playing rather than reading.
    public static let fastest = MeterFalloff(rate: 32)

    /// All of the named rates, the slowest first.
    public static let standard = [slowest, ebu, din, ebuDigital, fast, fastest]

    /// The level some time after it was at `start`, both in dB, with no new level.
    public func level(from start: Double, after elapsed: Duration) -> Double {
        start - rate * max(0, elapsed / .seconds(1))
    }
}
