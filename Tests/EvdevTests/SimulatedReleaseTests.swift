import Testing

@testable import Evdev

/// Before a device is unplugged, inhibited or put to sleep, the kernel releases what is down, and
/// ends that report with the value 1. Nobody has lifted a finger.
struct SimulatedReleaseTests {
    /// An event as the kernel has it: type, code and value.
    typealias Event = (type: UInt16, code: UInt16, value: Int32)

    private static let x: UInt16 = 0x00
    private static let key: UInt16 = 0x14a
    private static let slotX: UInt16 = 0x35
    private static let slotY: UInt16 = 0x36
    private static let trackingID: UInt16 = 0x39

    private func table(axes: [UInt16], hasSlots: Bool = false) throws -> SlotTable {
        var device = DeviceDescription()
        for axis in axes { device.axes[axis] = Axis(minimum: 0, maximum: 1999) }
        if hasSlots { device.axes[0x2f] = Axis(minimum: 0, maximum: 4) }
        device.keys.insert(Self.key)
        return try SlotTable(of: device, recovery: .replay)
    }

    private func phases(_ table: inout SlotTable, _ events: Event...) -> [Contact.Phase] {
        var phases: [Contact.Phase] = []
        for event in events
        where table.handle(type: event.type, code: event.code, value: event.value) {
            phases += table.contacts.map(\.phase)
        }
        return phases
    }

    @Test func `a slotless touchscreen that is unplugged under a finger is cancelled`() throws {
        var table = try table(axes: [Self.x, 0x01])
        #expect(
            phases(&table, (3, Self.x, 10), (1, Self.key, 1), (0, 0, 0)) == [.began])
        #expect(phases(&table, (1, Self.key, 0), (0, 0, 1)) == [.cancelled])
        // What the device was, it may be again.
        #expect(phases(&table, (1, Self.key, 1), (0, 0, 0)) == [.began])
        #expect(phases(&table, (1, Self.key, 0), (0, 0, 0)) == [.ended])
    }

    @Test func `so is one that lists its contacts`() throws {
        var table = try table(axes: [Self.slotX, Self.slotY])
        #expect(
            phases(
                &table, (3, Self.slotX, 10), (3, Self.slotY, 10), (0, 2, 0), (1, Self.key, 1),
                (0, 0, 0)) == [.began])
        #expect(phases(&table, (1, Self.key, 0), (0, 0, 1)) == [.cancelled])
    }

    @Test func `so is one with slots, which newer kernels release`() throws {
        var table = try table(axes: [Self.slotX, Self.slotY, Self.trackingID], hasSlots: true)
        #expect(
            phases(
                &table, (3, Self.trackingID, 7), (3, Self.slotX, 10), (1, Self.key, 1), (0, 0, 0))
                == [.began])
        #expect(phases(&table, (3, Self.trackingID, -1), (0, 0, 1)) == [.cancelled])
        #expect(phases(&table, (1, Self.key, 0), (0, 0, 1)) == [])
    }

    @Test func `a key that repeats itself cancels nothing`() throws {
        var table = try table(axes: [Self.x, 0x01])
        _ = phases(&table, (3, Self.x, 10), (1, Self.key, 1), (0, 0, 0))
        #expect(phases(&table, (1, Self.key, 2), (0, 0, 1)) == [])
        #expect(phases(&table, (3, Self.x, 20), (0, 0, 0)) == [.moved])
        #expect(phases(&table, (1, Self.key, 0), (1, 0x66, 2), (0, 0, 1)) == [.ended])
    }
}
