/// What makes a value move slower than the finger.
public enum FineControl: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A second finger on the same control, wherever it is: its moves count for nothing.
    case secondFinger = "second-finger"
    /// Sliding aside: half as fast from 60 pixels on, a quarter from 120, a tenth from 160. The
    /// pixels are those of a screen with 96 to the inch; on others as many millimetres count. Only on
    /// a straight track is there an aside: on knobs that are rotary, linear or automatic, as on pads,
    /// it counts as nothing.
    case zones

    /// The gain for a finger that is `distance` pixels aside, with the second finger or not.
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
