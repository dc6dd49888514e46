import Evdev

/// A change of one touch: a contact that passed all filters, in points on the output.
struct TouchUpdate: Equatable {
    /// Counts the touches of one device from 1.
    var number: Int
    /// The contact's slot in the device's table.
    var slot: Int
    var phase: Contact.Phase
    /// In points; for an ended touch, its last position.
    var x: Double
    var y: Double
    /// On the monotonic clock.
    var time: Duration
}
