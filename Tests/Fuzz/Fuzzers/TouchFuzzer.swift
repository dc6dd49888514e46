import CEvdev
import Evdev
import Panel

@testable import GlassfaderDaemon

/// Events of a touchscreen as the kernel could send them in any order, and as it never would.
///
/// The first byte says what kind of device it is and what filters are on. Then each event has six
/// bytes: milliseconds since the one before, which event, and its value.
struct TouchFuzzer: Fuzzer {
    static let name = "touches"

    private let panels: FuzzedPanel

    init() throws { panels = try FuzzedPanel() }

    /// What touchscreens send; other numbers stand for events that they do not.
    private static let events: [(type: Int32, code: Int32)] = [
        (EV_SYN, SYN_REPORT), (EV_ABS, ABS_MT_SLOT), (EV_ABS, ABS_MT_TRACKING_ID),
        (EV_ABS, ABS_MT_POSITION_X), (EV_ABS, ABS_MT_POSITION_Y), (EV_SYN, SYN_DROPPED),
        (EV_SYN, SYN_MT_REPORT), (EV_KEY, BTN_TOUCH), (EV_ABS, ABS_X), (EV_ABS, ABS_Y),
        (EV_ABS, ABS_MT_PRESSURE), (EV_ABS, ABS_MT_TOUCH_MAJOR), (EV_ABS, ABS_MT_TOOL_TYPE),
        (EV_ABS, ABS_PRESSURE),
    ]

    func check(_ bytes: ArraySlice<UInt8>) throws {
        guard let kind = bytes.first else { return }
        let device = Self.device(kind & 3, resolution: kind & 4 == 0 ? 0 : 16)
        var filters = FilterDescription(for: kind & 8 == 0 ? .capacitive : .resistive)
        if kind & 16 != 0 { filters.afterJump = .restart }
        if kind & 32 != 0 { filters.ignoresCorners = true }
        if kind & 64 != 0 { filters.palmMajor = 25 }
        let recovery: SlotTable.Recovery = kind & 128 == 0 ? .snapshot : .replay
        let table = try SlotTable(of: device, recovery: recovery)
        try panels.use { panel in
            let desk = try TouchedDesk(panel, device: device, filters: filters)
            try Self.send(bytes.dropFirst(), through: table, to: desk)
        }
    }

    private static func send(
        _ events: ArraySlice<UInt8>, through table: SlotTable, to desk: TouchedDesk
    ) throws {
        var table = table
        var time = desk.now
        var rest = events
        while rest.count >= 6 {
            let event = Array(rest.prefix(6))
            rest = rest.dropFirst(6)
            time += .milliseconds(Int64(event[0]))
            let value = event[2...].reduce(Int32(0)) { $0 << 8 | Int32($1) }
            let (type, code) =
                Int(event[1]) < Self.events.count
                ? Self.events[Int(event[1])] : (Int32(event[1] >> 6), Int32(event[1] & 63))
            let isNews = table.handle(
                type: UInt16(truncatingIfNeeded: type), code: UInt16(truncatingIfNeeded: code),
                value: value)
            if isNews { try desk.take(table.contacts, at: time) }
            if table.needsSnapshot, table.cancelContacts() {
                try desk.take(table.contacts, at: time)
            }
        }
        if table.cancelContacts() { try desk.take(table.contacts, at: time) }
        try desk.end()
    }

    /// One with slots, one without, and two for a single finger.
    private static func device(_ kind: UInt8, resolution: Int32) -> DeviceDescription {
        var device = DeviceDescription()
        device.properties.insert(UInt16(INPUT_PROP_DIRECT))
        device.keys.insert(UInt16(BTN_TOUCH))
        let place = Axis(minimum: 0, maximum: 4095, fuzz: 0, flat: 0, resolution: resolution)
        let other = Axis(minimum: 0, maximum: 255, fuzz: 0, flat: 0, resolution: 0)
        let codes =
            kind < 2
            ? [ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_X, ABS_Y] : [ABS_X, ABS_Y]
        for code in codes { device.axes[UInt16(code)] = place }
        if kind == 0 {
            device.axes[UInt16(ABS_MT_SLOT)] = Axis(
                minimum: 0, maximum: 9, fuzz: 0, flat: 0, resolution: 0)
            device.axes[UInt16(ABS_MT_TRACKING_ID)] = Axis(
                minimum: 0, maximum: 65535, fuzz: 0, flat: 0, resolution: 0)
            device.axes[UInt16(ABS_MT_PRESSURE)] = other
            device.axes[UInt16(ABS_MT_TOUCH_MAJOR)] = other
        }
        if kind == 3 { device.axes[UInt16(ABS_PRESSURE)] = other }
        return device
    }
}
