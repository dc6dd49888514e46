import Evdev

/// Cancels a contact that is a palm, and ignores it until it lifts.
///
/// The device reports a palm (`MT_TOOL_PALM`), or the contact is too large for a finger.
struct PalmGuard {
    /// The smallest major axis of a palm, in the units of `ABS_MT_TOUCH_MAJOR`; nil to rely on the
    /// device alone.
    let smallestMajor: Double?
    /// The accepted contacts, as last passed on.
    private var passed = ContactMemory<Contact>()

    init(smallestMajor: Double? = nil) {
        self.smallestMajor = smallestMajor
    }

    mutating func process(_ contacts: inout [Contact]) {
        contacts.compactMapInPlace { pass($0) }
    }

    private mutating func pass(_ contact: Contact) -> Contact? {
        switch contact.phase {
        case .began:
            guard !isPalm(contact) else { return nil }
            passed[contact.number] = contact
        case .moved:
            guard let index = passed.index(of: contact.number) else { return nil }
            guard !isPalm(contact) else {
                var last = passed[at: index]
                passed[contact.number] = nil
                last.phase = .cancelled
                return last
            }
            passed[at: index] = contact
        case .ended, .cancelled:
            guard passed.remove(contact.number) != nil else { return nil }
        }
        return contact
    }

    private func isPalm(_ contact: Contact) -> Bool {
        guard let smallestMajor, let major = contact.major else { return contact.isPalm }
        return contact.isPalm || Double(major) >= smallestMajor
    }
}
