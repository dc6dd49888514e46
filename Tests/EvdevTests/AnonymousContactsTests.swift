import Testing
import TouchEvents

@testable import Evdev

struct AnonymousContactsTests {
    @Test func `contacts are matched by their last positions, in any order`() throws {
        var screen = try ListTouchscreen()
        #expect(screen.report((100, 100), (900, 900)) == ["began 1 at 100", "began 2 at 900"])
        #expect(screen.report((905, 900), (102, 101)) == ["moved 1 at 102", "moved 2 at 905"])
        #expect(screen.report((910, 900)) == ["ended 1 at 102", "moved 2 at 910"])
        #expect(screen.report() == ["ended 2 at 910"])
    }

    @Test func `a driver that omits the last end of a contact is supported`() throws {
        var screen = try ListTouchscreen()
        screen.endsLast = false
        #expect(screen.report((100, 100), (900, 900)) == ["began 1 at 100", "began 2 at 900"])
        #expect(screen.report((101, 100), (900, 900)) == ["moved 1 at 101"])
    }

    @Test func `contacts with device tracking IDs may come close to each other`() throws {
        var screen = try ListTouchscreen()
        screen.trackingIDs = [4, 9]
        _ = screen.report((100, 100), (200, 100))
        #expect(screen.report((199, 100), (101, 100)) == ["moved 1 at 199", "moved 2 at 101"])
        screen.trackingIDs = [9]
        #expect(screen.report((199, 100)) == ["ended 1 at 199", "moved 2 at 199"])
    }

    @Test func `more contacts than fingers do no harm`() throws {
        var screen = try ListTouchscreen()
        for _ in 0..<40 { screen.add(5, 5) }
        #expect(screen.report().count == 32)
        #expect(screen.report().count == 32)
    }

    @Test func `fingers that touched before the start are ignored until they lift`() throws {
        var state = DeviceState()
        state.pressedKeys.insert(EventCode.touch.code)
        var screen = try ListTouchscreen(state: state)
        #expect(screen.report((100, 100)) == [])
        #expect(screen.report((101, 100), (900, 900)) == ["began 1 at 900"])
        #expect(screen.report((900, 900)) == [])
        #expect(screen.report((900, 900), (101, 100)) == ["began 2 at 101"])
    }

    @Test func `events that libevdev sends after dropped events are not a list of contacts`() throws
    {
        var screen = try ListTouchscreen(recovery: .replay)
        screen.touch(true)
        _ = screen.report((100, 100))
        screen.add(500, 500)
        screen.drop()
        #expect(screen.report() == [])
        #expect(screen.report((120, 100)) == ["moved 1 at 120"])
        screen.drop()
        screen.touch(false)
        #expect(screen.report() == ["ended 1 at 120"])
    }
}

/// A touchscreen that lists its contacts in each report.
private struct ListTouchscreen {
    var table: SlotTable
    /// Whether the last contact of a report is ended as the others are.
    var endsLast = true
    /// What the contacts of the next reports are numbered by the device.
    var trackingIDs: [Int32] = []

    init(
        state: DeviceState = DeviceState(), recovery: SlotTable.Recovery = .snapshot
    ) throws {
        table = try SlotTable(
            of: .list(width: 1000, height: 1000), state: state, recovery: recovery)
    }

    mutating func report(_ places: (x: Int32, y: Int32)...) -> [String] {
        for (index, place) in places.enumerated() {
            if trackingIDs.indices.contains(index) {
                send(.id, trackingIDs[index])
            }
            add(place.x, place.y, isEnded: endsLast || index + 1 < places.count)
        }
        guard table.handle(.report, 0) else { return [] }
        return table.contacts.map { "\($0.phase) \($0.number) at \($0.x)" }
    }

    mutating func add(_ x: Int32, _ y: Int32, isEnded: Bool = true) {
        send(.mtX, x)
        send(.mtY, y)
        if isEnded { send(.contactEnd, 0) }
    }

    mutating func touch(_ isDown: Bool) { send(.touch, isDown ? 1 : 0) }

    mutating func drop() { send(.dropped, 0) }

    private mutating func send(_ code: EventCode, _ value: Int32) {
        let isReport = table.handle(code, value)
        #expect(!isReport)
    }
}
