import CDRM

/// The rotation of a picture on a panel that is mounted rotated, clockwise in degrees.
package enum Rotation: Int, CaseIterable, Sendable {
    case none = 0
    /// The top of the picture is at the right of the panel.
    case quarter = 90
    case half = 180
    /// The top of the picture is at the left of the panel.
    case threeQuarters = 270

    /// Whether the picture's width is the panel's height.
    package var swapsSides: Bool { self == .quarter || self == .threeQuarters }

    /// The rotation that makes a picture upright, by the kernel's name of the panel's orientation.
    init(panelOrientation name: String?) {
        switch name {
        case "Right Side Up": self = .quarter
        case "Upside Down": self = .half
        case "Left Side Up": self = .threeQuarters
        default: self = .none
        }
    }

    /// The value of a plane's `rotation` property, which counts counterclockwise.
    var planeValue: UInt64 {
        switch self {
        case .none: UInt64(DRM_MODE_ROTATE_0)
        case .quarter: UInt64(DRM_MODE_ROTATE_270)
        case .half: UInt64(DRM_MODE_ROTATE_180)
        case .threeQuarters: UInt64(DRM_MODE_ROTATE_90)
        }
    }
}
