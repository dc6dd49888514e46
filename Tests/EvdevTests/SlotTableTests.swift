import Testing
import TouchEvents

@testable import Evdev

struct SlotTableTests {
    @Test func `a finger begins, moves and lifts`() throws {
        var screen = try SlotTouchscreen()
        #expect(screen.report((.id, 10), (.mtX, 100), (.mtY, 200)) == ["began 1 at 100,200"])
        #expect(screen.report((.mtX, 110)) == ["moved 1 at 110,200"])
        #expect(screen.report((.id, -1)) == ["ended 1 at 110,200"])
    }

    @Test func `a resting finger is not reported`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100), (.mtY, 200))
        #expect(screen.report() == [])
        #expect(screen.report((.mtX, 100)) == [])
    }

    @Test func `fingers that end, move and begin are reported in this order`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.slot, 1), (.id, 1), (.mtX, 1))
        _ = screen.report((.slot, 2), (.id, 2), (.mtX, 2))
        let news = screen.report(
            (.slot, 0), (.id, 3), (.mtX, 3), (.slot, 1), (.mtX, 11), (.slot, 2), (.id, -1))
        #expect(news == ["ended 2 at 2,0", "moved 1 at 11,0", "began 3 at 3,0"])
    }

    @Test func `a tap that begins and ends within one report is not lost`() throws {
        var screen = try SlotTouchscreen()
        let news = screen.report((.id, 10), (.mtX, 100), (.mtY, 200), (.id, -1))
        #expect(news == ["began 1 at 100,200", "ended 1 at 100,200"])
    }

    @Test func `a new tracking ID in a busy slot is another finger`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100))
        #expect(screen.report((.id, 11), (.mtX, 700)) == ["ended 1 at 100,0", "began 2 at 700,0"])
    }

    @Test func `a finger lifts at its last reported position`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100), (.mtY, 200))
        #expect(screen.report((.mtX, 0), (.mtY, 0), (.id, -1)) == ["ended 1 at 100,200"])
    }

    @Test func `events of a slot that does not exist are ignored until the next slot`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100))
        #expect(screen.report((.slot, 7), (.id, 12), (.mtX, 900)) == [])
        #expect(screen.report((.slot, -1), (.id, 13)) == [])
        #expect(screen.report((.slot, 0), (.mtX, 110)) == ["moved 1 at 110,0"])
    }

    @Test func `fingers that were never listed are ignored too, until they lift`() throws {
        var table = try SlotTable(
            of: .list(width: 100, height: 100), recovery: .replay)
        func report(_ events: (EventCode, Int32)...) -> Int {
            for (code, value) in events { _ = table.handle(code, value) }
            return table.handle(.report, 0) ? table.contacts.count : 0
        }
        // Events were dropped: all that is known is that something touches.
        _ = report((.dropped, 0), (.touch, 1))
        let wasTouched = table.cancelContacts()
        #expect(!wasTouched)
        #expect(report((.mtX, 10), (.mtY, 20), (.contactEnd, 0)) == 0)
        #expect(report((.mtX, 11), (.mtY, 20), (.contactEnd, 0)) == 0)
        #expect(report((.contactEnd, 0), (.touch, 0)) == 0)
        #expect(report((.mtX, 10), (.mtY, 20), (.contactEnd, 0), (.touch, 1)) == 1)
    }

    @Test func `a cancelled finger is ignored until it lifts`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100))
        #expect(screen.cancel() == ["cancelled 1 at 100,0"])
        #expect(screen.cancel() == [])
        #expect(screen.report((.mtX, 120)) == [])
        #expect(screen.report((.id, -1)) == [])
        #expect(screen.report((.id, 11)) == ["began 2 at 120,0"])
    }

    @Test func `a finger that touched before the start is ignored until it lifts`() throws {
        var state = DeviceState()
        state.currentSlot = 3
        state.slots = Array(repeating: DeviceState.Slot(), count: 3)
        state.slots.append(DeviceState.Slot(trackingID: 5, x: 50, y: 60))
        var screen = try SlotTouchscreen(state: state)
        #expect(screen.report((.mtX, 51)) == [])
        #expect(screen.report((.id, -1)) == [])
        #expect(screen.report((.id, 6)) == ["began 1 at 51,60"])
    }

    @Test func `after dropped events the table continues from the state that it is given`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100), (.mtY, 200))
        #expect(screen.report((.id, -1), (.dropped, 0), (.mtX, 999)) == [])
        #expect(screen.table.needsSnapshot)
        #expect(screen.report((.mtX, 5)) == [])

        var state = DeviceState()
        state.slots = [DeviceState.Slot(trackingID: 10, x: 160, y: 240)]
        #expect(screen.recover(from: state) == ["moved 1 at 160,240"])
        #expect(screen.report((.mtX, 161)) == ["moved 1 at 161,240"])
    }

    @Test func `a palm is marked as a palm, even while it rests`() throws {
        var screen = try SlotTouchscreen()
        _ = screen.report((.id, 10), (.mtX, 100))
        #expect(screen.report((.tool, 2)) == ["moved 1 at 100,0, a palm"])
    }
}

/// A touchscreen of five slots under a finger.
private struct SlotTouchscreen {
    var table: SlotTable

    init(state: DeviceState = DeviceState()) throws {
        table = try SlotTable(
            of: .slots(5, width: 2000, height: 1200), state: state, recovery: .snapshot)
    }

    /// Sends these events and the end of the report, and says what came of it.
    mutating func report(_ events: (EventCode, Int32)...) -> [String] {
        for (code, value) in events {
            let isReport = table.handle(code, value)
            #expect(!isReport)
        }
        return table.handle(.report, 0) ? news : []
    }

    mutating func cancel() -> [String] { table.cancelContacts() ? news : [] }

    mutating func recover(from state: DeviceState) -> [String] {
        table.recover(from: state) ? news : []
    }

    private var news: [String] {
        table.contacts.map {
            "\($0.phase) \($0.number) at \($0.x),\($0.y)\($0.isPalm ? ", a palm" : "")"
        }
    }
}
