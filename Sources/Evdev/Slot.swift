/// One place in a slot table: what the events made of it, and what was last reported of it.
struct Slot {
    // As the events left it.
    var trackingID: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32?
    var major: Int32?
    var isPalm = false
    /// A new tracking ID came since the last report, so whatever was here then is over.
    var isReplaced = false

    // As the last report left it.
    var reportedTrackingID: Int32 = -1
    /// The contact as last reported, nil if there is none or nobody was told of it.
    var contact: Contact?
    /// The finger was there before we were; it is not a contact until it has lifted.
    var isIgnored = false

    var isOccupied: Bool { trackingID >= 0 }

    /// Whether the contact is elsewhere, or something else, than last reported.
    var hasNews: Bool {
        guard let contact else { return false }
        return contact.x != x || contact.y != y || contact.isPalm != isPalm
    }

    /// Takes over what the kernel says the slot holds.
    mutating func set(_ state: DeviceState.Slot, hasPressure: Bool, hasMajor: Bool) {
        trackingID = state.trackingID
        x = state.x
        y = state.y
        pressure = hasPressure ? state.pressure : nil
        major = hasMajor ? state.major : nil
        isPalm = state.isPalm
        isReplaced = trackingID != reportedTrackingID
    }

    /// The slot's content as a contact.
    func asContact(number: Int, slot: Int, phase: Contact.Phase) -> Contact {
        Contact(
            number: number, slot: slot, phase: phase, x: x, y: y, pressure: pressure,
            major: major, isPalm: isPalm)
    }
}
