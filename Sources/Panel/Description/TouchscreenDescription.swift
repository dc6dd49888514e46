/// How a touchscreen is read: what its device says of itself, and what is known better.
///
/// `[input]` has it for every touchscreen, and an entry of `[[input.devices]]` for some, where
/// what the entry leaves out is as in `[input]`.
package struct TouchscreenDescription: Equatable, Sendable {
    /// What tells that a device without multitouch is touched.
    package enum Contact: String, CaseIterable, Sendable {
        /// The key `BTN_TOUCH`.
        case touch
        /// The button `BTN_LEFT`, of panels that pose as a mouse.
        case left
        /// Enough pressure.
        case pressure
    }

    /// An axis by its name in `linux/input-event-codes.h`.
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

        /// Whether each slot of a multitouch device has the axis.
        package var isOfSlots: Bool {
            switch self {
            case .x, .y, .z, .rx, .ry, .rz: false
            case .slotX, .slotY, .toolX, .toolY: true
            }
        }
    }

    /// The axes that positions come on: both of slots, or neither.
    package struct Axes: Equatable, Sendable {
        package var x: Axis
        package var y: Axis

        package init(x: Axis, y: Axis) {
            self.x = x
            self.y = y
        }
    }

    /// The first two rows of a matrix over normalised coordinates, as libinput has them; what
    /// udev says counts if this is nil or the identity.
    package var calibration: [Double]?
    /// Whether nobody else may read the device meanwhile.
    package var grab = true
    package var contact = Contact.touch
    /// From which pressure on the device is touched, in percent of its range.
    package var pressureOn = 12.0
    /// Below which pressure it is no longer touched, in percent; not above `pressureOn`.
    package var pressureOff = 8.0
    /// Nil for the usual ones. Naming others that are not of slots makes the device one without
    /// multitouch.
    package var axes: Axes?
    /// Whether an axis whose minimum is above its maximum is taken the other way round.
    package var swapRanges = false
    /// After how long a silence a device without multitouch is no longer touched; nil for never,
    /// which is right for a device that reports releases.
    package var releaseTimeout: Duration?
    /// How fingers are told from noise.
    package var filters = FilterDescription(for: .capacitive)

    package init() {}
}
