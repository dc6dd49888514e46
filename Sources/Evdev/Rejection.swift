/// Why a device cannot serve as a touchscreen.
package enum Rejection: Error, Equatable, CustomStringConvertible {
    case noPosition
    case onlyOneAxis(multitouch: Bool)
    case emptyRange(axis: String, minimum: Int32, maximum: Int32)
    case negativeResolution(axis: String, Int32)
    /// The device has `ABS_MT_SLOT - 1`, as joysticks with every axis there is do.
    case fakeMultitouch
    case noSlots(maximum: Int32)
    case noContactSign
    /// The settings name a key or an axis that the device does not have.
    case chosenSignMissing(String)

    package var description: String {
        switch self {
        case .noPosition:
            "it has no position axes"
        case .onlyOneAxis(let multitouch):
            multitouch
                ? "it has only one of ABS_MT_POSITION_X and ABS_MT_POSITION_Y"
                : "it has only one of ABS_X and ABS_Y"
        case .emptyRange(let axis, let minimum, let maximum):
            "its \(axis) axis ranges from \(minimum) to \(maximum)"
        case .negativeResolution(let axis, let resolution):
            "its \(axis) axis has a resolution of \(resolution) units per mm"
        case .fakeMultitouch:
            "it claims every axis there is and no real slots"
        case .noSlots(let maximum):
            "its highest slot is \(maximum)"
        case .noContactSign:
            "nothing tells when it is touched: it has no BTN_TOUCH, and no other sign is configured"
        case .chosenSignMissing(let name):
            "it has no \(name), which is to tell when it is touched"
        }
    }
}
