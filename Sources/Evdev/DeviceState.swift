/// What a device's axes and keys hold at one moment, as the kernel answers when asked.
package struct DeviceState: Equatable, Sendable {
    /// What one slot holds.
    package struct Slot: Equatable, Sendable {
        /// Negative when the slot is empty.
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

    /// The slot that the next events belong to: the kernel names it only when it changes.
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
