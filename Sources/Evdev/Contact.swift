/// A finger on a touchscreen, as described by one report.
package struct Contact: Equatable, Sendable {
    /// What has happened to the contact.
    package enum Phase: Equatable, Sendable {
        case began
        case moved
        case ended
        /// The contact has ended, but not because the finger lifted: for example, the device was
        /// unplugged.
        case cancelled
    }

    /// Counts the contacts of one device from 1. Unlike the kernel's tracking IDs, it is never
    /// reused.
    package var number: Int
    /// The contact's slot in the device's table.
    package var slot: Int
    package var phase: Phase
    /// In device units: the position or, for an ended contact, its last valid position.
    package var x: Int32
    package var y: Int32
    /// In device units; nil if the device does not measure it.
    package var pressure: Int32?
    /// The length of the contact's longer axis, in device units; nil if the device does not measure
    /// it. A change of it alone is not reported.
    package var major: Int32?
    /// Whether the device reports a palm (`MT_TOOL_PALM`).
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
