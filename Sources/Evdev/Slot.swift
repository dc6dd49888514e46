/// A slot of a slot table: its present values, and what was last reported about it.
struct Slot {
    // The present values.
    var trackingID: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32?
    var major: Int32?
    var isPalm = false
    /// Whether a new tracking ID has come since the last report, which ends the slot's contact.
    var isReplaced = false

    // The values at the last report.
    var reportedTrackingID: Int32 = -1
    /// The contact as last reported; nil if there is none, or it is ignored.
    var contact: Contact?
    /// Whether the finger was already down at the start: it is ignored until it lifts.
    var isIgnored = false

    var isOccupied: Bool { trackingID >= 0 }

    /// Whether the reported contact's position or palm state has changed.
    var hasChanged: Bool {
        guard let contact else { return false }
        return contact.x != x || contact.y != y || contact.isPalm != isPalm
    }

    /// Copies the values that the kernel has for the slot.
    mutating func set(_ state: DeviceState.Slot, hasPressure: Bool, hasMajor: Bool) {
        trackingID = state.trackingID
        x = state.x
        y = state.y
        pressure = hasPressure ? state.pressure : nil
        major = hasMajor ? state.major : nil
        isPalm = state.isPalm
        isReplaced = trackingID != reportedTrackingID
    }

    /// A contact with the slot's values.
    func asContact(number: Int, slot: Int, phase: Contact.Phase) -> Contact {
        Contact(
            number: number, slot: slot, phase: phase, x: x, y: y, pressure: pressure,
            major: major, isPalm: isPalm)
    }
}
