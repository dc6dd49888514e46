import Testing
import TouchEvents

@testable import Evdev

/// Before a device is unplugged, inhibited or put to sleep, the kernel releases what is down, and
/// ends that report with the value 1. Nobody has lifted a finger.
struct SimulatedReleaseTests {
    private func phases(
        _ table: inout SlotTable, _ events: (EventCode, Int32)...
    ) -> [Contact.Phase] {
        var phases: [Contact.Phase] = []
        for (code, value) in events where table.handle(code, value) {
            phases += table.contacts.map(\.phase)
        }
        return phases
    }

    @Test func `unplugging a slotless touchscreen cancels its touch`() throws {
        var table = try SlotTable(of: .singleTouch(width: 2000, height: 2000), recovery: .replay)
        #expect(
            phases(&table, (.x, 10), (.touch, 1), (.report, 0)) == [.began])
        #expect(phases(&table, (.touch, 0), (.report, 1)) == [.cancelled])
        // What the device was, it may be again.
        #expect(phases(&table, (.touch, 1), (.report, 0)) == [.began])
        #expect(phases(&table, (.touch, 0), (.report, 0)) == [.ended])
    }

    @Test func `unplugging a touchscreen that lists its contacts cancels its touch`() throws {
        var table = try SlotTable(of: .list(width: 2000, height: 2000), recovery: .replay)
        #expect(
            phases(
                &table, (.mtX, 10), (.mtY, 10), (.contactEnd, 0), (.touch, 1),
                (.report, 0)) == [.began])
        #expect(phases(&table, (.touch, 0), (.report, 1)) == [.cancelled])
    }

    @Test func `unplugging a touchscreen with slots, released by newer kernels, cancels its touch`()
        throws
    {
        var table = try SlotTable(of: .slots(5, width: 2000, height: 2000), recovery: .replay)
        #expect(
            phases(
                &table, (.id, 7), (.mtX, 10), (.touch, 1), (.report, 0))
                == [.began])
        #expect(phases(&table, (.id, -1), (.report, 1)) == [.cancelled])
        #expect(phases(&table, (.touch, 0), (.report, 1)) == [])
    }

    @Test func `a key repeat cancels nothing`() throws {
        var table = try SlotTable(of: .singleTouch(width: 2000, height: 2000), recovery: .replay)
        _ = phases(&table, (.x, 10), (.touch, 1), (.report, 0))
        #expect(phases(&table, (.touch, 2), (.report, 1)) == [])
        #expect(phases(&table, (.x, 20), (.report, 0)) == [.moved])
        #expect(phases(&table, (.touch, 0), (.left, 2), (.report, 1)) == [.ended])
    }
}
