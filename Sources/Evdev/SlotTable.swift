import CEvdev

/// The contacts on a touchscreen. Events change slots; a report shows all changes at once.
///
/// Implements the kernel's multitouch protocol B (`Documentation/input/multi-touch-protocol.rst` in
/// the Linux source). Protocol A and single touch are first translated into slots.
package struct SlotTable {
    /// How the table recovers when the kernel has dropped events.
    package enum Recovery: Equatable, Sendable {
        /// The differences arrive as ordinary events after `SYN_DROPPED`, as libevdev sends them.
        case replay
        /// Events come directly from the kernel. Those up to the next `SYN_REPORT` are invalid;
        /// then the state must be queried.
        case snapshot
    }

    private enum Continuity {
        case intact
        case dropping
        case awaitingSnapshot
    }

    package let touchProtocol: TouchProtocol
    /// The contacts that the last complete report has changed: first ended and cancelled ones, then
    /// moved, then begun. A contact that began and ended within the report is twice among the
    /// begun.
    package private(set) var contacts: [Contact] = []

    private let recovery: Recovery
    private var continuity = Continuity.intact
    private var slots: [Slot]
    /// The current slot; nil if the device has selected one that does not exist.
    private var current: Int? = 0
    private var taps: [Contact] = []
    private var lastNumber = 0
    private let hasPressure: Bool
    private let hasMajor: Bool
    private var anonymous = AnonymousContacts()
    private var single: SingleTouch?
    private let axisMap: AxisMap?
    private var isTouchKeyDown: Bool
    /// Protocol A after a replay, which does not list contacts: an empty list then means nothing.
    private var expectsList = false
    /// Whether the present report contains a key repetition.
    private var repeatsKey = false
    /// Protocol A with a finger down at the start: the contacts of the first list are ignored.
    private var ignoresFirstList = false

    /// A table for a device in `state`. Contacts that are already down are ignored until they lift,
    /// since it is unknown where they began.
    ///
    /// If there is an axis map, apply it to `device` and `state` first.
    package init(
        of device: DeviceDescription, indicator: TouchIndicator? = nil, axisMap: AxisMap? = nil,
        state: DeviceState = DeviceState(), recovery: Recovery
    ) throws(Rejection) {
        self.axisMap = axisMap
        touchProtocol = try TouchProtocol(of: device, indicator: indicator)
        self.recovery = recovery
        isTouchKeyDown = state.pressedKeys.contains(BTN_TOUCH)
        hasMajor = device.axis(ABS_MT_TOUCH_MAJOR) != nil
        switch touchProtocol {
        case .slots(let count):
            slots = [Slot](repeating: Slot(), count: count)
            hasPressure = device.axis(ABS_MT_PRESSURE) != nil
        case .anonymous:
            slots = [Slot](repeating: Slot(), count: AnonymousContacts.limit)
            hasPressure = device.axis(ABS_MT_PRESSURE) != nil
            ignoresFirstList = isTouchKeyDown
        case .single(let indicator):
            slots = [Slot()]
            hasPressure = device.axis(ABS_PRESSURE) != nil
            single = SingleTouch(indicator: indicator)
        }
        adopt(state)
        for index in slots.indices {
            slots[index].reportedTrackingID = slots[index].trackingID
            slots[index].isReplaced = false
            slots[index].isIgnored = slots[index].isOccupied
        }
    }

    /// Whether events were dropped, so that `recover(from:)` must be called.
    package var needsSnapshot: Bool { continuity == .awaitingSnapshot }

    /// Handles an event. Returns whether it has ended a report with changes; they are in
    /// `contacts`.
    package mutating func handle(type: UInt16, code: UInt16, value: Int32) -> Bool {
        switch (Int32(type), Int32(code)) {
        case (EV_SYN, SYN_DROPPED):
            loseEvents()
            return false
        case (EV_SYN, SYN_REPORT):
            defer { repeatsKey = false }
            if continuity == .intact, let trackingID = single?.endReport() {
                occupy(0, by: trackingID)
            }
            return finishReport(isSimulated: value != 0 && !repeatsKey)
        default:
            // A key repetition by the kernel, whose report also has the value 1.
            if Int32(type) == EV_KEY, value == 2 { repeatsKey = true }
            guard continuity == .intact else { return false }
            guard let axisMap, Int32(type) == EV_ABS else {
                change(type: type, code: code, value: value)
                return false
            }
            if let code = axisMap.code(for: code) { change(type: type, code: code, value: value) }
            return false
        }
    }

    /// Continues from the device's present state. Returns whether there are changes in `contacts`.
    package mutating func recover(from state: DeviceState) -> Bool {
        continuity = .intact
        adopt(state)
        return report()
    }

    /// Cancels all contacts, and ignores their fingers until they lift. Returns whether there were
    /// any; they are in `contacts`.
    ///
    /// It also ends the wait for a snapshot, for sources whose state cannot be queried.
    package mutating func cancelContacts() -> Bool {
        continuity = .intact
        contacts.removeAll(keepingCapacity: true)
        taps.removeAll(keepingCapacity: true)
        anonymous.discard()
        for index in slots.indices {
            if var contact = slots[index].contact {
                contact.phase = .cancelled
                contacts.append(contact)
            }
            slots[index].contact = nil
            slots[index].isIgnored = slots[index].isOccupied
            markReported(index)
        }
        // Fingers of protocol A that no report has listed yet.
        let isEmpty = !slots.contains { $0.isOccupied }
        if touchProtocol == .anonymous, isTouchKeyDown, isEmpty { ignoresFirstList = true }
        return !contacts.isEmpty
    }

    /// Ends the contact of a single-touch device as if the finger had lifted, for devices that send
    /// no release. A later position begins another contact. Returns whether there was one; it is in
    /// `contacts`.
    package mutating func releaseContact() -> Bool {
        guard continuity == .intact, let trackingID = single?.release() else { return false }
        occupy(0, by: trackingID)
        return report()
    }

    // MARK: - Events

    private mutating func change(type: UInt16, code: UInt16, value: Int32) {
        if Int32(type) == EV_KEY, Int32(code) == BTN_TOUCH { isTouchKeyDown = value != 0 }
        switch touchProtocol {
        case .slots:
            changeSlot(type: type, code: code, value: value)
        case .anonymous:
            anonymous.handle(type: type, code: code, value: value)
        case .single:
            let trackingID = single?.handle(
                type: type, code: code, value: value, slot: &slots[0])
            if let trackingID { occupy(0, by: trackingID) }
        }
    }

    private mutating func changeSlot(type: UInt16, code: UInt16, value: Int32) {
        guard Int32(type) == EV_ABS else { return }
        if Int32(code) == ABS_MT_SLOT {
            current = slots.indices.contains(Int(value)) ? Int(value) : nil
            return
        }
        guard let current else { return }
        switch Int32(code) {
        case ABS_MT_TRACKING_ID: occupy(current, by: value)
        case ABS_MT_POSITION_X: slots[current].x = value
        case ABS_MT_POSITION_Y: slots[current].y = value
        case ABS_MT_PRESSURE: slots[current].pressure = value
        case ABS_MT_TOUCH_MAJOR: slots[current].major = value
        case ABS_MT_TOOL_TYPE: slots[current].isPalm = value == MT_TOOL_PALM
        default: break
        }
    }

    /// Sets the tracking ID of a slot; negative for an empty slot.
    private mutating func occupy(_ index: Int, by trackingID: Int32) {
        let slot = slots[index]
        let isSame = slot.trackingID == trackingID || (trackingID < 0 && !slot.isOccupied)
        guard !isSame else { return }
        // A contact that has begun and ended since the last report is a tap.
        if slot.isOccupied && slot.isReplaced {
            taps.append(slot.asContact(number: 0, slot: index, phase: .began))
        }
        // A new ID in an occupied slot also ends the old contact, without -1 in between.
        slots[index].trackingID = trackingID
        slots[index].isReplaced = true
    }

    // MARK: - Dropped events

    private mutating func loseEvents() {
        anonymous.discard()
        switch recovery {
        case .replay:
            expectsList = true
        case .snapshot:
            continuity = .dropping
            taps.removeAll(keepingCapacity: true)
            for index in slots.indices {
                slots[index].trackingID = slots[index].reportedTrackingID
                slots[index].isReplaced = false
            }
        }
    }

    private mutating func adopt(_ state: DeviceState) {
        isTouchKeyDown = state.pressedKeys.contains(BTN_TOUCH)
        switch touchProtocol {
        case .slots:
            let currentSlot = Int(state.currentSlot)
            current = slots.indices.contains(currentSlot) ? currentSlot : nil
            for index in slots.indices {
                let isKnown = state.slots.indices.contains(index)
                let found = isKnown ? state.slots[index] : DeviceState.Slot()
                slots[index].set(found, hasPressure: hasPressure, hasMajor: hasMajor)
            }
        case .anonymous:
            // The next report lists all contacts. If there are none, it may never come.
            guard !isTouchKeyDown else { return }
            for index in slots.indices { occupy(index, by: -1) }
        case .single:
            guard let found = single?.adopt(state) else { return }
            slots[0].set(found, hasPressure: hasPressure, hasMajor: false)
        }
    }

    // MARK: - Reports

    /// - Parameter isSimulated: whether the kernel made the report. Before a device is unplugged,
    ///   inhibited or suspended, `input_dev_release_keys()` and `input_mt_release_slots()` in
    ///   `drivers/input` release everything, and end the report with the value 1. No finger has
    ///   lifted then.
    private mutating func finishReport(isSimulated: Bool) -> Bool {
        switch continuity {
        case .intact:
            break
        case .dropping:
            continuity = .awaitingSnapshot
            return false
        case .awaitingSnapshot:
            return false
        }
        if touchProtocol == .anonymous {
            defer { expectsList = false }
            guard !expectsList || !isTouchKeyDown || anonymous.hasList else { return false }
            anonymous.assign(to: &slots)
            if ignoresFirstList {
                for index in slots.indices where slots[index].isOccupied {
                    markReported(index)
                    slots[index].isIgnored = true
                }
                ignoresFirstList = false
            }
        }
        return report(endingAs: isSimulated ? .cancelled : .ended)
    }

    /// Compares the slots with the last report, and collects the changes.
    private mutating func report(endingAs phase: Contact.Phase = .ended) -> Bool {
        contacts.removeAll(keepingCapacity: true)
        // In most reports, fingers move, and none lands or lifts.
        let hasEdges = !taps.isEmpty || slots.contains(where: \.isReplaced)
        if hasEdges {
            for index in slots.indices where slots[index].isReplaced {
                reportEnd(index, as: phase)
            }
        }
        for index in slots.indices where slots[index].hasChanged {
            reportMove(index)
        }
        if hasEdges {
            for index in slots.indices {
                reportBegin(index)
                markReported(index)
            }
            taps.removeAll(keepingCapacity: true)
        }
        return !contacts.isEmpty
    }

    private mutating func reportEnd(_ index: Int, as phase: Contact.Phase) {
        // Keep the last report's position: a lifting finger may send 0,0.
        if var contact = slots[index].contact {
            contact.phase = phase
            contacts.append(contact)
        }
        slots[index].contact = nil
        slots[index].isIgnored = false
    }

    private mutating func reportMove(_ index: Int) {
        guard let number = slots[index].contact?.number else { return }
        let contact = slots[index].asContact(number: number, slot: index, phase: .moved)
        slots[index].contact = contact
        contacts.append(contact)
    }

    private mutating func reportBegin(_ index: Int) {
        for var tap in taps where tap.slot == index {
            tap.number = nextNumber()
            contacts.append(tap)
            tap.phase = .ended
            contacts.append(tap)
        }
        guard slots[index].isReplaced, slots[index].isOccupied else { return }
        let contact = slots[index].asContact(number: nextNumber(), slot: index, phase: .began)
        slots[index].contact = contact
        contacts.append(contact)
    }

    /// Notes that the slot was reported.
    private mutating func markReported(_ index: Int) {
        slots[index].reportedTrackingID = slots[index].trackingID
        slots[index].isReplaced = false
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
