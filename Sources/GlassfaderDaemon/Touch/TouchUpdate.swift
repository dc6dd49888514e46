import Evdev

/// News of one touch: a contact in points on the output, believed to be a finger.
struct TouchUpdate: Equatable {
    /// Counts the touches of one device from 1.
    var number: Int
    /// The contact's place in the device's table.
    var slot: Int
    var phase: Contact.Phase
    /// In points; once the touch is over, where it was last.
    var x: Double
    var y: Double
    /// On the monotonic clock.
    var time: Duration
}
