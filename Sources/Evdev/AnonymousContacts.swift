import CEvdev

/// The kernel's multitouch protocol A: each report lists all contacts without identifiers. They are
/// matched with the previous report's by position.
///
/// Like mtdev, it pairs old and new positions so that the sum of the squared distances is smallest.
/// If one contact lifts while another lands far away, they are therefore taken for one that has
/// jumped.
struct AnonymousContacts {
    /// A contact in the present report.
    struct Sighting {
        var x: Int32
        var y: Int32
        var pressure: Int32?
        var major: Int32?
        var isPalm = false
        /// The tracking ID, from the few devices of this protocol that send one.
        var trackingID: Int32?
        /// Whether it was matched with a contact of the previous report.
        var isMatched = false
    }

    /// More contacts than this are noise. mtdev has the same limit.
    static let limit = 32

    private(set) var sightings: [Sighting] = []
    // A driver may leave an axis out: its last value counts then.
    private var next = Sighting(x: 0, y: 0)
    private var hasPosition = false
    private var assignment = Assignment()
    private var occupied: [Int] = []
    private var ownTrackingID: Int32 = 0

    /// Whether the present report has listed a contact so far.
    var hasList: Bool { hasPosition || !sightings.isEmpty }

    /// Handles an event, if it belongs to this protocol.
    mutating func handle(type: UInt16, code: UInt16, value: Int32) {
        switch (Int32(type), Int32(code)) {
        case (EV_ABS, ABS_MT_POSITION_X):
            next.x = value
            hasPosition = true
        case (EV_ABS, ABS_MT_POSITION_Y):
            next.y = value
            hasPosition = true
        case (EV_ABS, ABS_MT_PRESSURE):
            next.pressure = value
        case (EV_ABS, ABS_MT_TOUCH_MAJOR):
            next.major = value
        case (EV_ABS, ABS_MT_TOOL_TYPE):
            next.isPalm = value == MT_TOOL_PALM
        case (EV_ABS, ABS_MT_TRACKING_ID):
            next.trackingID = value
        case (EV_SYN, SYN_MT_REPORT):
            finishSighting()
        default:
            break
        }
    }

    /// Discards the unfinished report.
    mutating func discard() {
        sightings.removeAll(keepingCapacity: true)
        hasPosition = false
    }

    /// Assigns the report's contacts to slots: the nearest ones to occupied slots, others to free
    /// ones.
    mutating func assign(to slots: inout [Slot]) {
        // Some drivers leave out the last SYN_MT_REPORT.
        finishSighting()
        occupied.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].isOccupied { occupied.append(index) }
        Self.pair(sightings, with: occupied, of: slots, by: &assignment)
        for (row, slot) in occupied.enumerated() {
            follow(slot: slot, to: assignment.columns[row], &slots)
        }
        for column in sightings.indices where !sightings[column].isMatched {
            occupyFreeSlot(sightings[column], into: &slots)
        }
        discard()
    }

    private static func pair(
        _ sightings: [Sighting], with occupied: [Int], of slots: [Slot],
        by assignment: inout Assignment
    ) {
        assignment.solve(count: max(sightings.count, occupied.count)) { row, column in
            // Padding costs nothing: the number of unmatched contacts is fixed.
            guard row < occupied.count, column < sightings.count else { return 0 }
            return cost(of: sightings[column], in: slots[occupied[row]])
        }
    }

    /// Moves the contact in a slot to its matched sighting, or ends it.
    private mutating func follow(slot: Int, to column: Int, _ slots: inout [Slot]) {
        let isSame =
            column < sightings.count
            && Self.cost(of: sightings[column], in: slots[slot]) < Self.impossible
        if isSame {
            slots[slot].set(sightings[column])
            sightings[column].isMatched = true
        } else {
            slots[slot].trackingID = -1
            slots[slot].isReplaced = true
        }
    }

    private mutating func occupyFreeSlot(_ sighting: Sighting, into slots: inout [Slot]) {
        let free = slots.firstIndex { !$0.isOccupied && !$0.isReplaced }
        guard let slot = free ?? slots.firstIndex(where: { !$0.isOccupied }) else { return }
        ownTrackingID = ownTrackingID == .max ? 0 : ownTrackingID + 1
        slots[slot].set(sighting)
        slots[slot].trackingID = sighting.trackingID ?? ownTrackingID
        slots[slot].isReplaced = true
    }

    private mutating func finishSighting() {
        // An empty SYN_MT_REPORT means that there are no contacts.
        if hasPosition, sightings.count < Self.limit { sightings.append(next) }
        hasPosition = false
        next.trackingID = nil
    }

    private static let impossible = 1e30

    private static func cost(of sighting: Sighting, in slot: Slot) -> Double {
        if let trackingID = sighting.trackingID {
            return trackingID == slot.trackingID ? 0 : impossible
        }
        let dx = Double(sighting.x) - Double(slot.x)
        let dy = Double(sighting.y) - Double(slot.y)
        return dx * dx + dy * dy
    }
}

extension Slot {
    fileprivate mutating func set(_ sighting: AnonymousContacts.Sighting) {
        x = sighting.x
        y = sighting.y
        pressure = sighting.pressure
        major = sighting.major
        isPalm = sighting.isPalm
    }
}
