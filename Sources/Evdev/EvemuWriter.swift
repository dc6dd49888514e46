import CEvdev

/// Writes descriptions and events of input devices in exactly the form of evemu 1.3.
///
/// `evemu-device`, `evemu-play` and `EvemuRecording` read it.
package struct EvemuWriter {
    /// The time of the first event, which evemu writes as one microsecond.
    private var start: Duration?
    /// The time of the last report, in whole milliseconds.
    private var lastReport: Int64 = 0

    package init() {}

    // MARK: - The device

    /// The lines that describe a device, after `comments`.
    ///
    /// The states of LEDs and switches are omitted: a touchscreen has none.
    package static func description(
        of device: DeviceDescription, comments: [String] = []
    ) -> String {
        var lines = ["# EVEMU 1.3"]
        lines += comments.map { "# " + singleLine($0) }
        lines.append("N: " + singleLine(device.name))
        let identity = device.identity
        let numbers = [identity.bus, identity.vendor, identity.product, identity.version]
        lines.append("I: " + numbers.map { hexadecimal($0, digits: 4) }.joined(separator: " "))
        lines += bitmap("P:", device.properties, count: INPUT_PROP_CNT)
        for (type, count) in bitmaps {
            lines += bitmap(
                "B: " + hexadecimal(UInt16(type), digits: 2), device.codes(of: type), count: count)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "A: \(hexadecimal(code, digits: 2)) \(axis.minimum) \(axis.maximum) "
                    + "\(axis.fuzz) \(axis.flat) \(axis.resolution)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The event types that evemu writes, with their numbers of codes.
    private static let bitmaps = [
        (EV_SYN, SYN_CNT), (EV_KEY, KEY_CNT), (EV_REL, REL_CNT), (EV_ABS, ABS_CNT),
        (EV_MSC, MSC_CNT), (EV_SW, SW_CNT), (EV_LED, LED_CNT), (EV_SND, SND_CNT),
        (EV_REP, REP_CNT), (EV_FF, FF_CNT),
    ]

    /// A bitmap in lines of eight bytes.
    private static func bitmap(_ label: String, _ bits: InputBits, count: Int32) -> [String] {
        let bytes = bits.padded(toBytes: (Int(count) + 63) / 64 * 8)
        return stride(from: 0, to: bytes.count, by: 8).map { first in
            bytes[first..<first + 8].reduce(into: label) { line, byte in
                line += " " + hexadecimal(UInt16(byte), digits: 2)
            }
        }
    }

    // MARK: - Events

    /// The line for the next event. Times may be relative to any start.
    package mutating func line(for event: EvemuRecording.Event) -> String {
        let first = start ?? event.time
        start = first
        let time = max(.zero, event.time - first) + .microseconds(1)
        let (seconds, attoseconds) = time.components
        let fields = [
            "\(seconds).\(Self.decimal(attoseconds / 1_000_000_000_000, digits: 6))",
            Self.hexadecimal(event.type, digits: 4), Self.hexadecimal(event.code, digits: 4),
            Self.decimal(Int64(event.value), digits: 4),
        ]
        return "E: " + fields.joined(separator: " ") + "\t# " + remark(on: event, at: time) + "\n"
    }

    /// A comment line.
    package static func comment(_ text: String) -> String { "# " + singleLine(text) + "\n" }

    /// The event's name and, for a report, the milliseconds since the last one.
    private mutating func remark(on event: EvemuRecording.Event, at time: Duration) -> String {
        let name =
            libevdev_event_code_get_name(UInt32(event.type), UInt32(event.code)).map {
                String(cString: $0)
            } ?? "?"
        guard Int32(event.type) == EV_SYN else {
            let type =
                libevdev_event_type_get_name(UInt32(event.type)).map { String(cString: $0) } ?? "?"
            let column = name + String(repeating: " ", count: max(0, 20 - name.utf8.count))
            return "\(type) / \(column) \(event.value)"
        }
        guard Int32(event.code) != SYN_MT_REPORT else {
            return "++++++++++++ \(name) (\(event.value)) ++++++++++"
        }
        let milliseconds = Int64(time / .milliseconds(1))
        defer { lastReport = milliseconds }
        return "------------ \(name) (\(event.value)) ---------- +\(milliseconds - lastReport)ms"
    }

    // MARK: - Fields

    private static func hexadecimal(_ number: UInt16, digits: Int) -> String {
        padded(String(number, radix: 16), to: digits)
    }

    /// Like C's `%0*d`, which counts the sign as a digit.
    private static func decimal(_ number: Int64, digits: Int) -> String {
        number < 0
            ? "-" + padded(String(number.magnitude), to: digits - 1)
            : padded(String(number), to: digits)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// A driver's name may contain control characters.
    private static func singleLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}

extension DeviceDescription {
    /// The supported codes of an event type. For `EV_SYN` these are the supported types, as in the
    /// kernel.
    fileprivate func codes(of type: Int32) -> InputBits {
        switch type {
        case EV_SYN:
            var types = InputBits()
            types.insert(UInt16(EV_SYN))
            if !keys.isEmpty { types.insert(UInt16(EV_KEY)) }
            if !axes.isEmpty { types.insert(UInt16(EV_ABS)) }
            for (type, codes) in otherCodes where !codes.isEmpty { types.insert(type) }
            return types
        case EV_KEY:
            return keys
        case EV_ABS:
            var codes = InputBits()
            for code in axes.keys { codes.insert(code) }
            return codes
        default:
            return UInt16(exactly: type).flatMap { otherCodes[$0] } ?? InputBits()
        }
    }
}
