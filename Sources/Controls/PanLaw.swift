import Glibc

/// How loud a signal in the stereo field is in either channel.
public enum PanLaw: CaseIterable, Hashable, Sendable {
    /// -3 dB in the centre: the sum of the powers stays the same.
    case constantPower
    /// -4.5 dB in the centre, between the other two.
    case compromise
    /// -6 dB in the centre: the sum of the voltages stays the same.
    case linear

    /// The gains at a position: 0 is left, 1 is right. Positions outside give the ends, and NaN
    /// the left one.
    public func gains(at position: Double) -> (left: Double, right: Double) {
        let p = position > 0 ? min(position, 1) : 0
        let power = (left: cos(p * .pi / 2), right: sin(p * .pi / 2))
        switch self {
        case .constantPower: return power
        case .compromise:
            // cos(π/2) is a little below 0 for some mathematics libraries, and has no root there.
            return (sqrt((1 - p) * max(0, power.left)), sqrt(p * max(0, power.right)))
        case .linear: return (1 - p, p)
        }
    }
}
