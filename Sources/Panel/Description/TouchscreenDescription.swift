/// How a touchscreen is read: corrections to what its device reports.
///
/// `[input]` has these settings for all touchscreens. An entry of `[[input.devices]]` has them for
/// some; keys that it omits are those of `[input]`.
package struct TouchscreenDescription: Equatable, Sendable {
    /// What indicates a touch on a device without multitouch.
    package enum Indicator: String, CaseIterable, Sendable {
        /// The key `BTN_TOUCH`.
        case touch
        /// The button `BTN_LEFT`, for touchscreens that present themselves as a mouse.
        case left
        /// A pressure above a threshold.
        case pressure
    }

    /// An axis, by its name in `linux/input-event-codes.h`.
    package enum Axis: String, CaseIterable, Sendable {
        case x = "ABS_X"
        case y = "ABS_Y"
        case z = "ABS_Z"
        case rx = "ABS_RX"
        case ry = "ABS_RY"
        case rz = "ABS_RZ"
        case slotX = "ABS_MT_POSITION_X"
        case slotY = "ABS_MT_POSITION_Y"
        case toolX = "ABS_MT_TOOL_X"
        case toolY = "ABS_MT_TOOL_Y"

        /// Whether it is an axis of multitouch slots.
        package var isOfSlots: Bool {
            switch self {
            case .x, .y, .z, .rx, .ry, .rz: false
            case .slotX, .slotY, .toolX, .toolY: true
            }
        }
    }

    /// The axes of positions: both are axes of multitouch slots, or neither is.
    package struct Axes: Equatable, Sendable {
        package var x: Axis
        package var y: Axis

        package init(x: Axis, y: Axis) {
            self.x = x
            self.y = y
        }
    }

    /// The first two rows of a matrix over normalised coordinates, as in libinput. If it is `nil`
    /// or the identity, udev's matrix applies.
    package var calibration: [Double]?
    /// Whether the device is grabbed, so that no other program reads it.
    package var grab = true
    package var indicator = Indicator.touch
    /// The pressure at which a touch begins, in percent of the device's range.
    package var pressureOn = 12.0
    /// The pressure below which a touch ends, in percent; not above `pressureOn`.
    package var pressureOff = 8.0
    /// `nil` for the default axes. Axes that are not of slots disable multitouch.
    package var axes: Axes?
    /// Whether an axis whose minimum is above its maximum is reversed.
    package var swapRanges = false
    /// How long a device without multitouch may be silent before its touch ends; `nil` for ever,
    /// which suits devices that report releases.
    package var releaseTimeout: Duration?
    /// The filters that separate touches from noise.
    package var filters = FilterDescription(for: .capacitive)

    package init() {}
}
