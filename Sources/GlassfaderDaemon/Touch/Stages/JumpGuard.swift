import Evdev
import Panel

/// Cancels a contact that moves faster than a finger can: another finger has taken over its slot.
///
/// The numbers are libinput's for touchpads (`tp_detect_jumps` in `src/evdev-mt-touchpad.c`). They
/// allow an ordinary swipe of 1.1 m/s. Reports less than 12 ms apart may have been delayed, so a
/// step up to the full length is never a jump. The last step of a flick recorded on a Pixel Tablet
/// is 13 mm in 7.7 ms.
struct JumpGuard {
    private struct Sample {
        var contact: Contact
        var time: Duration
    }

    /// After a longer pause the speed is unknown.
    static let longestInterval = Duration.milliseconds(30)

    /// The longest step within 12 ms; proportionally longer within a longer time.
    let millimetres: Double
    let unitsPerMillimetre: (x: Double, y: Double)
    /// The treatment of the finger that is now at the new position.
    let afterJump: FilterDescription.AfterJump
    private var passed = ContactMemory<Sample>()
    /// How many contacts were appended to the report that is being processed.
    private var begun = 0

    init(
        millimetres: Double, unitsPerMillimetre: (x: Double, y: Double),
        afterJump: FilterDescription.AfterJump
    ) {
        precondition(
            unitsPerMillimetre.x > 0 && unitsPerMillimetre.y > 0,
            "the units per millimetre must be positive")
        self.millimetres = millimetres
        self.unitsPerMillimetre = unitsPerMillimetre
        self.afterJump = afterJump
    }

    /// A contact that restarts appears twice in the result: cancelled, and begun at the end.
    mutating func process(_ contacts: inout [Contact], at time: Duration) {
        var kept = 0
        for index in contacts.indices {
            // Not compactMapInPlace(_:), since the report grows at its end.
            guard let contact = pass(contacts[index], at: time, &contacts) else { continue }
            contacts[kept] = contact
            kept += 1
        }
        contacts.removeSubrange(kept..<contacts.count - begun)
        begun = 0
    }

    private mutating func pass(
        _ contact: Contact, at time: Duration, _ contacts: inout [Contact]
    ) -> Contact? {
        switch contact.phase {
        case .began:
            passed[contact.number] = Sample(contact: contact, time: time)
        case .moved:
            guard let index = passed.index(of: contact.number) else { return nil }
            let last = passed[at: index]
            let sample = Sample(contact: contact, time: time)
            guard !isJump(from: last, to: sample) else {
                return cancel(last, replacedBy: sample, &contacts)
            }
            passed[at: index] = sample
        case .ended, .cancelled:
            guard passed.remove(contact.number) != nil else { return nil }
        }
        return contact
    }

    private mutating func cancel(
        _ last: Sample, replacedBy next: Sample, _ contacts: inout [Contact]
    ) -> Contact {
        switch afterJump {
        case .restart:
            passed[next.contact.number] = next
            var contact = next.contact
            contact.phase = .began
            contacts.append(contact)
            begun += 1
        case .ignore:
            passed[next.contact.number] = nil
        }
        var contact = last.contact
        contact.phase = .cancelled
        return contact
    }

    private func isJump(from last: Sample, to next: Sample) -> Bool {
        let interval = next.time - last.time
        guard interval > .zero, interval <= Self.longestInterval else { return false }
        let dx = (Double(next.contact.x) - Double(last.contact.x)) / unitsPerMillimetre.x
        let dy = (Double(next.contact.y) - Double(last.contact.y)) / unitsPerMillimetre.y
        let limit = millimetres * max(interval / .milliseconds(12), 1)
        return dx * dx + dy * dy > limit * limit
    }
}
