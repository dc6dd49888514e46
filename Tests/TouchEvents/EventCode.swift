package import Evdev

/// The type and the code of an event of a touchscreen, as in `linux/input-event-codes.h`.
///
/// Tests write an event as a pair of it and a value: `(.mtX, 100)`.
package enum EventCode: UInt32, Sendable {
    /// `SYN_REPORT`, the end of a report.
    case report = 0x0_0000
    /// `SYN_MT_REPORT`, the end of a contact on a touchscreen without slots.
    case contactEnd = 0x0_0002
    /// `SYN_DROPPED`: events were lost.
    case dropped = 0x0_0003
    /// `BTN_LEFT`.
    case left = 0x1_0110
    /// `BTN_TOUCH`.
    case touch = 0x1_014a
    /// `ABS_X`.
    case x = 0x3_0000
    /// `ABS_Y`.
    case y = 0x3_0001
    /// `ABS_Z`.
    case z = 0x3_0002
    /// `ABS_RX`.
    case rx = 0x3_0003
    /// `ABS_PRESSURE`.
    case pressure = 0x3_0018
    /// `ABS_RESERVED`, which only a device that is no touchscreen has.
    case reserved = 0x3_002e
    /// `ABS_MT_SLOT`.
    case slot = 0x3_002f
    /// `ABS_MT_TOUCH_MAJOR`.
    case major = 0x3_0030
    /// `ABS_MT_POSITION_X`.
    case mtX = 0x3_0035
    /// `ABS_MT_POSITION_Y`.
    case mtY = 0x3_0036
    /// `ABS_MT_TOOL_TYPE`.
    case tool = 0x3_0037
    /// `ABS_MT_TRACKING_ID`.
    case id = 0x3_0039
    /// `ABS_MT_TOOL_X`.
    case toolX = 0x3_003c
    /// `ABS_MT_TOOL_Y`.
    case toolY = 0x3_003d

    /// The event type, such as `EV_ABS`.
    package var type: UInt16 { UInt16(rawValue >> 16) }
    /// The code within its type.
    package var code: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

    /// What a device sends: one `struct input_event` for each event.
    package static func bytes(
        of events: [(code: EventCode, value: Int32)], at time: Duration = .zero
    ) -> [UInt8] {
        let (seconds, attoseconds) = time.components
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        for (code, value) in events {
            append(seconds)
            append(attoseconds / 1_000_000_000_000)
            append(code.type)
            append(code.code)
            append(value)
        }
        return bytes
    }
}

extension SlotTable {
    /// Handles one event, and returns whether there are new contacts.
    package mutating func handle(_ code: EventCode, _ value: Int32) -> Bool {
        handle(type: code.type, code: code.code, value: value)
    }
}
