import Evdev

/// Delays a contact that lands in a corner of the range until it has left the corner.
///
/// Some controllers report 0,0 or the maximum without a touch. The rule is Chromium's
/// (`edge_touch_filter.cc`), for corners instead of edges: a fader may be at an edge.
struct CornerGuard {
    /// The size of a corner in device units.
    static let reach: Int32 = 1

    let x: Axis
    let y: Axis
    private var waiting = ContactMemory<Bool>()

    init(x: Axis, y: Axis) {
        self.x = x
        self.y = y
    }

    mutating func process(_ contacts: inout [Contact]) {
        contacts.compactMapInPlace { pass($0) }
    }

    private mutating func pass(_ contact: Contact) -> Contact? {
        switch contact.phase {
        case .began:
            guard isInCorner(contact) else { return contact }
            waiting[contact.number] = true
            return nil
        case .moved:
            guard waiting[contact.number] != nil else { return contact }
            guard !isInCorner(contact) else { return nil }
            waiting[contact.number] = nil
            var begun = contact
            begun.phase = .began
            return begun
        case .ended, .cancelled:
            return waiting.remove(contact.number) == nil ? contact : nil
        }
    }

    private func isInCorner(_ contact: Contact) -> Bool {
        isAtEnd(contact.x, of: x) && isAtEnd(contact.y, of: y)
    }

    private func isAtEnd(_ value: Int32, of axis: Axis) -> Bool {
        Int(value) <= Int(axis.minimum) + Int(Self.reach)
            || Int(value) >= Int(axis.maximum) - Int(Self.reach)
    }
}
