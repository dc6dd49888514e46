/// A finger on a touchscreen, as one report shows it.
package struct Contact: Equatable, Sendable {
    /// Where the contact is in its life.
    package enum Phase: Equatable, Sendable {
        case began
        case moved
        case ended
        /// The contact is over, and not because the finger meant it: the device went away, say.
        case cancelled
    }

    /// Counts the contacts of one device from 1. The kernel's tracking IDs come again; this does not.
    package var number: Int
    /// The contact's place in the device's table.
    package var slot: Int
    package var phase: Phase
    /// In device units, where the contact is or, once it is over, where it was last believed to be.
    package var x: Int32
    package var y: Int32
    /// In device units; nil where the device does not measure it.
    package var pressure: Int32?
    /// The length of the contact along its longer axis, in device units; nil where the device does
    /// not measure it. A change of this alone is no news.
    package var major: Int32?
    /// The device takes it for the palm of a hand (`MT_TOOL_PALM`).
    package var isPalm: Bool

    package init(
        number: Int, slot: Int, phase: Phase, x: Int32, y: Int32, pressure: Int32? = nil,
        major: Int32? = nil, isPalm: Bool = false
    ) {
        self.number = number
        self.slot = slot
        self.phase = phase
        self.x = x
        self.y = y
        self.pressure = pressure
        self.major = major
        self.isPalm = isPalm
    }
}
