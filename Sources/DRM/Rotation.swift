import CDRM

/// How far a picture is turned clockwise, for a panel that is mounted turned; in degrees.
package enum Rotation: Int, CaseIterable, Sendable {
    case none = 0
    /// The top of the picture is at the right of the panel.
    case quarter = 90
    case half = 180
    /// The top of the picture is at the left of the panel.
    case threeQuarters = 270

    /// Whether what is upright for people is as wide as the panel is high.
    package var swapsSides: Bool { self == .quarter || self == .threeQuarters }

    /// What makes a picture upright on a panel, by the kernel's word for how that is mounted.
    init(panelOrientation name: String?) {
        switch name {
        case "Right Side Up": self = .quarter
        case "Upside Down": self = .half
        case "Left Side Up": self = .threeQuarters
        default: self = .none
        }
    }

    /// The value of a plane's property for this, which counts the other way round.
    var planeValue: UInt64 {
        switch self {
        case .none: UInt64(DRM_MODE_ROTATE_0)
        case .quarter: UInt64(DRM_MODE_ROTATE_270)
        case .half: UInt64(DRM_MODE_ROTATE_180)
        case .threeQuarters: UInt64(DRM_MODE_ROTATE_90)
        }
    }
}
