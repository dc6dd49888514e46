/// What makes a value move slower than its finger.
public enum FineControl: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A second finger on the same control, anywhere on it. Its moves have no effect.
    case secondFinger = "second-finger"
    /// Sliding aside: half as fast from 60 pixels on, a quarter from 120, a tenth from 160. The
    /// pixels are those of a screen with 96 to the inch; other screens use the same distances in
    /// millimetres. Only a straight track has a side. So zones have no effect on pads, and on knobs
    /// that are rotary, linear or automatic.
    case zones

    /// The gain for a finger that is `distance` pixels aside, with or without a second finger.
    func gain(
        aside distance: Double, pixelsPerMillimetre: Double, hasSecondFinger: Bool, ratio: Double
    ) -> Double {
        switch self {
        case .none: 1
        case .secondFinger: hasSecondFinger ? ratio : 1
        case .zones:
            switch distance * Window.defaultPixelsPerMillimetre / pixelsPerMillimetre {
            case ..<60: 1
            case ..<120: 0.5
            case ..<160: 0.25
            default: 0.1
            }
        }
    }
}
