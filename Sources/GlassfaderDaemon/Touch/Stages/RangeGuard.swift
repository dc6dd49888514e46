import Evdev

/// Keeps contacts inside the device's range.
///
/// A contact that begins far outside is a phantom and is ignored until it lifts
/// (raspberrypi/linux#4749 has one at y = −3616). A contact that is dragged off the edge stays at
/// the edge.
struct RangeGuard {
    /// How far outside the range a contact may begin, as a share of the range.
    static let tolerance = 0.05

    let x: Axis
    let y: Axis
    /// The accepted contacts, as last passed on.
    private var passed = ContactMemory<Contact>()

    init(x: Axis, y: Axis) {
        self.x = x
        self.y = y
    }

    mutating func process(_ contacts: inout [Contact]) {
        contacts.compactMapInPlace { pass($0) }
    }

    private mutating func pass(_ contact: Contact) -> Contact? {
        var clamped = contact
        clamped.x = contact.x.clamped(from: x.minimum, to: x.maximum)
        clamped.y = contact.y.clamped(from: y.minimum, to: y.maximum)
        switch contact.phase {
        case .began:
            guard isNear(contact.x, x), isNear(contact.y, y) else { return nil }
            passed[contact.number] = clamped
        case .moved:
            guard let index = passed.index(of: contact.number) else { return nil }
            let last = passed[at: index]
            let hasChanged =
                last.x != clamped.x || last.y != clamped.y || last.isPalm != clamped.isPalm
            guard hasChanged else { return nil }
            passed[at: index] = clamped
        case .ended, .cancelled:
            guard passed.remove(contact.number) != nil else { return nil }
        }
        return clamped
    }

    private func isNear(_ value: Int32, _ axis: Axis) -> Bool {
        let minimum = Double(axis.minimum)
        let maximum = Double(axis.maximum)
        let margin = (maximum - minimum) * Self.tolerance
        return (minimum - margin...maximum + margin).contains(Double(value))
    }
}
