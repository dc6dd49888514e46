/// Why a device cannot be used as a touchscreen.
package enum Rejection: Error, Equatable, CustomStringConvertible {
    case noPosition
    case onlyOneAxis(multitouch: Bool)
    case emptyRange(axis: String, minimum: Int32, maximum: Int32)
    case negativeResolution(axis: String, Int32)
    /// The device has `ABS_MT_SLOT - 1`, like joysticks that claim all axes.
    case fakeMultitouch
    case noSlots(maximum: Int32)
    case noIndicator
    /// The device lacks the key or axis that the settings select.
    case selectedIndicatorMissing(String)

    package var description: String {
        switch self {
        case .noPosition:
            "it has no position axes (ABS_X and ABS_Y, or ABS_MT_POSITION_X and _Y); "
                + "'axes' in [[input.devices]] selects others"
        case .onlyOneAxis(let multitouch):
            multitouch
                ? "it has only one of ABS_MT_POSITION_X and ABS_MT_POSITION_Y"
                : "it has only one of ABS_X and ABS_Y"
        case .emptyRange(let axis, let minimum, let maximum):
            "its \(axis) axis ranges from \(minimum) to \(maximum): expected a minimum below the "
                + "maximum"
                + (minimum > maximum
                    ? "; 'swap_ranges = true' in [[input.devices]] reverses such an axis" : "")
        case .negativeResolution(let axis, let resolution):
            "its \(axis) axis has a resolution of \(resolution) units per mm: expected 0 or more"
        case .fakeMultitouch:
            "it claims all axes, so its slots are not real"
        case .noSlots(let maximum):
            "its highest slot is \(maximum): expected 0 to 1023"
        case .noIndicator:
            "it has no BTN_TOUCH to show when it is touched, and 'contact' selects nothing else"
        case .selectedIndicatorMissing(let name):
            "it has no \(name), which 'contact' selects to show when it is touched"
        }
    }
}
