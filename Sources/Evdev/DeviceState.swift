/// The present values of a device's axes and keys, as queried from the kernel.
package struct DeviceState: Equatable, Sendable {
    /// The values of one slot.
    package struct Slot: Equatable, Sendable {
        /// Negative for an empty slot.
        package var trackingID: Int32
        package var x: Int32
        package var y: Int32
        package var pressure: Int32
        package var major: Int32
        package var isPalm: Bool

        package init(
            trackingID: Int32 = -1, x: Int32 = 0, y: Int32 = 0, pressure: Int32 = 0,
            major: Int32 = 0, isPalm: Bool = false
        ) {
            self.trackingID = trackingID
            self.x = x
            self.y = y
            self.pressure = pressure
            self.major = major
            self.isPalm = isPalm
        }
    }

    /// The slot of the next events: the kernel sends it only when it changes.
    package var currentSlot: Int32 = 0
    package var slots: [Slot] = []
    /// The keys that are down.
    package var pressedKeys = InputBits()
    /// `ABS_X`, `ABS_Y` and `ABS_PRESSURE`.
    package var x: Int32 = 0
    package var y: Int32 = 0
    package var pressure: Int32 = 0

    package init() {}
}
