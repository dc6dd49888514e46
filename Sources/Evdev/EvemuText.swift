import CEvdev

/// Parses an evemu text line by line.
struct EvemuText {
    private(set) var device = DeviceDescription()
    private(set) var events: [EvemuRecording.Event] = []
    /// The number of lines.
    private(set) var lines = 0

    private var properties: [UInt8] = []
    /// The bitmaps of codes, by event type.
    private var codes: [UInt16: [UInt8]] = [:]
    private var start: Duration?

    init(_ text: String) throws(EvemuError) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            lines += 1
            try read(Substring(line))
        }
        device.properties = InputBits(bytes: properties)
        for (type, bytes) in codes {
            let bits = InputBits(bytes: bytes)
            switch Int32(type) {
            // The bitmap of EV_SYN is the set of types, which follows from the others.
            case EV_SYN, EV_ABS: break
            case EV_KEY: device.keys = bits
            default: device.otherCodes[type] = bits.isEmpty ? nil : bits
            }
        }
    }

    private mutating func read(_ line: Substring) throws(EvemuError) {
        guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { return }
        let content = line.drop { $0.isWhitespace }
        let label = content.prefix(2)
        let rest = content.dropFirst(2)
        switch label {
        case "N:": device.name = Self.trimmed(rest)
        case "I:": try readIdentity(fields(of: rest))
        case "P:": try readProperties(fields(of: rest))
        case "B:": try readBits(fields(of: rest))
        case "A:": try readAxis(fields(of: rest))
        case "E:": try readEvent(fields(of: rest))
        case "L:", "S:": break  // The state of LEDs and switches: a touchscreen has none.
        default:
            throw error("'\(content.prefix(20))' does not begin with a label such as N: or E:")
        }
    }

    // MARK: - The device

    private mutating func readIdentity(_ fields: [Substring]) throws(EvemuError) {
        try expect(fields, count: 4...4, "I: bus vendor product version")
        device.identity.bus = try hexadecimal(fields[0])
        device.identity.vendor = try hexadecimal(fields[1])
        device.identity.product = try hexadecimal(fields[2])
        device.identity.version = try hexadecimal(fields[3])
    }

    private mutating func readProperties(_ fields: [Substring]) throws(EvemuError) {
        for field in fields { properties.append(try hexadecimal(field)) }
    }

    /// Each line has the next eight bytes of the bitmap of its event type.
    private mutating func readBits(_ fields: [Substring]) throws(EvemuError) {
        try expect(fields, count: 2...Int.max, "B: type bytes")
        let type: UInt16 = try hexadecimal(fields[0])
        for field in fields.dropFirst() {
            let byte: UInt8 = try hexadecimal(field)
            codes[type, default: []].append(byte)
        }
    }

    private mutating func readAxis(_ fields: [Substring]) throws(EvemuError) {
        // evemu 1.1 added the resolution.
        try expect(fields, count: 5...6, "A: code minimum maximum fuzz flat resolution")
        let code: UInt16 = try hexadecimal(fields[0])
        device.axes[code] = Axis(
            minimum: try decimal(fields[1]), maximum: try decimal(fields[2]),
            fuzz: try decimal(fields[3]), flat: try decimal(fields[4]),
            resolution: fields.count > 5 ? try decimal(fields[5]) : 0)
    }

    // MARK: - Events

    private mutating func readEvent(_ fields: [Substring]) throws(EvemuError) {
        try expect(fields, count: 4...4, "E: time type code value")
        let time = try seconds(fields[0])
        let type: UInt16 = try hexadecimal(fields[1])
        let code: UInt16 = try hexadecimal(fields[2])
        let value: Int32 = try decimal(fields[3])
        let start = start ?? time
        self.start = start
        events.append(
            EvemuRecording.Event(time: time - start, type: type, code: code, value: value))
    }

    /// Parses seconds with six decimals: `1357751027.090934`.
    private func seconds(_ field: Substring) throws(EvemuError) -> Duration {
        let parts = field.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 6,
            let seconds = UInt32(parts[0]), let microseconds = UInt32(parts[1])
        else {
            throw error("'\(field)' is not a time in seconds with six decimals")
        }
        return .seconds(Int64(seconds)) + .microseconds(Int64(microseconds))
    }

    // MARK: - Fields

    /// The words of a line before its comment.
    private func fields(of text: Substring) -> [Substring] {
        text.prefix { $0 != "#" }.split { $0.isWhitespace }
    }

    private func expect(
        _ fields: [Substring], count: ClosedRange<Int>, _ form: String
    ) throws(EvemuError) {
        guard count.contains(fields.count) else {
            throw error("\(fields.count) fields where '\(form)' is expected")
        }
    }

    private func hexadecimal<Number: FixedWidthInteger>(
        _ field: Substring
    ) throws(EvemuError) -> Number {
        guard let number = Number(field, radix: 16) else {
            throw error("'\(field)' is not a hexadecimal number of \(Number.bitWidth) bits")
        }
        return number
    }

    private func decimal(_ field: Substring) throws(EvemuError) -> Int32 {
        guard let number = Int32(field) else {
            throw error("'\(field)' is not a decimal number of 32 bits")
        }
        return number
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text.drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private func error(_ reason: String) -> EvemuError {
        EvemuError(line: lines, reason: reason)
    }
}
