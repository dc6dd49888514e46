import Glibc

/// The gains of a panned signal in the two channels.
public enum PanLaw: CaseIterable, Hashable, Sendable {
    /// -3 dB in the centre: the sum of the powers is constant.
    case constantPower
    /// -4.5 dB in the centre, between the other two.
    case compromise
    /// -6 dB in the centre: the sum of the voltages is constant.
    case linear

    /// The gains at a position: 0 is left, 1 is right. Positions outside are clamped, and NaN
    /// counts as 0.
    public func gains(at position: Double) -> (left: Double, right: Double) {
        let p = position > 0 ? min(position, 1) : 0
        let power = (left: cos(p * .pi / 2), right: sin(p * .pi / 2))
        switch self {
        case .constantPower: return power
        case .compromise:
            // Some libraries return slightly less than 0 for cos(π/2), which has no square root.
            return (sqrt((1 - p) * max(0, power.left)), sqrt(p * max(0, power.right)))
        case .linear: return (1 - p, p)
        }
    }
}
