/// How fast a meter falls, in dB per second: one rate, all the way down.
public struct MeterFalloff: Hashable, Sendable {
    /// In dB per second; never negative.
    public let rate: Double

    /// A rate in dB per second; what is negative or no number counts as 0.
    public init(rate: Double) {
        self.rate = rate > 0 ? rate : 0
    }

    /// 6.6 dB per second, as the BBC's programmes were read.
    public static let slowest = MeterFalloff(rate: 6.6)
    /// 24 dB in 2.8 s, as the EBU's PPM.
    public static let ebu = MeterFalloff(rate: 8.6)
    /// 20 dB in 1.7 s, DIN 45406.
    public static let din = MeterFalloff(rate: 12)
    /// 20 dB in 1.5 s, as the EBU's digital PPM.
    public static let ebuDigital = MeterFalloff(rate: 13.3)
    /// 20 dB per second, as most programs do.
    public static let fast = MeterFalloff(rate: 20)
    /// 32 dB per second, for what is played rather than read.
    public static let fastest = MeterFalloff(rate: 32)

    /// All of the named rates, the slowest first.
    public static let standard = [slowest, ebu, din, ebuDigital, fast, fastest]

    /// The level some time after it stood at `start`, both in dB, with nothing new to show.
    public func level(from start: Double, after elapsed: Duration) -> Double {
        start - rate * max(0, elapsed / .seconds(1))
    }
}
