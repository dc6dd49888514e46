import CEvdev

/// Parses an evemu text line by line.
struct EvemuText {
    private(set) var device = DeviceDescription()
    private(set) var events: [EvemuRecording.Event] = []
    /// The number of lines.
    private(set) var lines = 0

    /// A part of the text. A recording has ten thousand lines: bytes are read fifteen times as fast as
    /// characters.
    private typealias Bytes = ArraySlice<UInt8>

    private var properties: [UInt8] = []
    /// The bitmaps of codes, by event type.
    private var codes: [UInt16: [UInt8]] = [:]
    private var start: Duration?

    init(_ text: String) throws(EvemuError) {
        var rest = Bytes(Array(text.utf8))
        while true {
            lines += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            try read(rest[..<(end ?? rest.endIndex)])
            guard let end else { break }
            rest = rest[(end + 1)...]
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

    private mutating func read(_ line: Bytes) throws(EvemuError) {
        let content = line.drop(while: Self.isSpace)
        guard let first = content.first, first != UInt8(ascii: "#") else { return }
        let rest = content.dropFirst(2)
        guard content.count >= 2, content.dropFirst().first == UInt8(ascii: ":") else {
            throw labelError(content)
        }
        switch first {
        case UInt8(ascii: "N"): device.name = Self.trimmed(rest)
        case UInt8(ascii: "I"): try readIdentity(fields(of: rest))
        case UInt8(ascii: "P"): try readProperties(fields(of: rest))
        case UInt8(ascii: "B"): try readBits(fields(of: rest))
        case UInt8(ascii: "A"): try readAxis(fields(of: rest))
        case UInt8(ascii: "E"): try readEvent(rest)
        // The state of LEDs and switches: a touchscreen has none.
        case UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: throw labelError(content)
        }
    }

    private func labelError(_ content: Bytes) -> EvemuError {
        error("'\(Self.text(content).prefix(20))' does not begin with a label such as N: or E:")
    }

    // MARK: - The device

    private mutating func readIdentity(_ fields: [Bytes]) throws(EvemuError) {
        try expect(fields, count: 4...4, "I: bus vendor product version")
        device.identity.bus = try hexadecimal(fields[0])
        device.identity.vendor = try hexadecimal(fields[1])
        device.identity.product = try hexadecimal(fields[2])
        device.identity.version = try hexadecimal(fields[3])
    }

    private mutating func readProperties(_ fields: [Bytes]) throws(EvemuError) {
        for field in fields { properties.append(try hexadecimal(field)) }
    }

    /// Each line has the next eight bytes of the bitmap of its event type.
    private mutating func readBits(_ fields: [Bytes]) throws(EvemuError) {
        try expect(fields, count: 2...Int.max, "B: type bytes")
        let type: UInt16 = try hexadecimal(fields[0])
        for field in fields.dropFirst() {
            let byte: UInt8 = try hexadecimal(field)
            codes[type, default: []].append(byte)
        }
    }

    private mutating func readAxis(_ fields: [Bytes]) throws(EvemuError) {
        // evemu 1.1 added the resolution.
        try expect(fields, count: 5...6, "A: code minimum maximum fuzz flat resolution")
        let code: UInt16 = try hexadecimal(fields[0])
        device.axes[code] = Axis(
            minimum: try decimal(fields[1]), maximum: try decimal(fields[2]),
            fuzz: try decimal(fields[3]), flat: try decimal(fields[4]),
            resolution: fields.count > 5 ? try decimal(fields[5]) : 0)
    }

    // MARK: - Events

    /// Almost every line is an event, so that its words are read without a list of them.
    private mutating func readEvent(_ text: Bytes) throws(EvemuError) {
        var rest = content(of: text)
        guard let time = Self.word(&rest), let type = Self.word(&rest),
            let code = Self.word(&rest), let value = Self.word(&rest), Self.word(&rest) == nil
        else {
            return try expect(fields(of: text), count: 4...4, "E: time type code value")
        }
        let seconds = try seconds(time)
        let start = start ?? seconds
        self.start = start
        events.append(
            EvemuRecording.Event(
                time: seconds - start, type: try hexadecimal(type), code: try hexadecimal(code),
                value: try decimal(value)))
    }

    /// Takes the first word of a text; `nil` at its end.
    private static func word(_ rest: inout Bytes) -> Bytes? {
        var start = rest.startIndex
        while start < rest.endIndex, isSpace(rest[start]) { start += 1 }
        var end = start
        while end < rest.endIndex, !isSpace(rest[end]) { end += 1 }
        defer { rest = rest[end...] }
        return start < end ? rest[start..<end] : nil
    }

    /// Parses seconds with six decimals: `1357751027.090934`.
    private func seconds(_ field: Bytes) throws(EvemuError) -> Duration {
        guard let point = field.firstIndex(of: UInt8(ascii: ".")), field.endIndex - point == 7,
            let seconds = Self.number(field[..<point], as: UInt32.self),
            let microseconds = Self.number(field[(point + 1)...], as: UInt32.self)
        else {
            throw error("'\(Self.text(field))' is not a time in seconds with six decimals")
        }
        return .microseconds(Int64(seconds) * 1_000_000 + Int64(microseconds))
    }

    // MARK: - Fields

    /// What stands before the comment of a line.
    private func content(of text: Bytes) -> Bytes { text.prefix { $0 != UInt8(ascii: "#") } }

    /// The words of a line before its comment.
    private func fields(of text: Bytes) -> [Bytes] {
        var rest = content(of: text)
        var words: [Bytes] = []
        while let word = Self.word(&rest) { words.append(word) }
        return words
    }

    private func expect(
        _ fields: [Bytes], count: ClosedRange<Int>, _ form: String
    ) throws(EvemuError) {
        guard count.contains(fields.count) else {
            throw error("\(fields.count) fields where '\(form)' is expected")
        }
    }

    private func hexadecimal<Number: FixedWidthInteger>(
        _ field: Bytes
    ) throws(EvemuError) -> Number {
        guard let number = Self.number(field, radix: 16, as: Number.self) else {
            throw error(
                "'\(Self.text(field))' is not a hexadecimal number of \(Number.bitWidth) bits")
        }
        return number
    }

    private func decimal(_ field: Bytes) throws(EvemuError) -> Int32 {
        guard let number = Self.number(field, as: Int32.self) else {
            throw error("'\(Self.text(field))' is not a decimal number of 32 bits")
        }
        return number
    }

    /// A number with or without a sign; `nil` if it is none, or too large.
    private static func number<Number: FixedWidthInteger>(
        _ field: Bytes, radix: Int64 = 10, as type: Number.Type
    ) -> Number? {
        let isNegative = field.first == UInt8(ascii: "-")
        let digits = isNegative || field.first == UInt8(ascii: "+") ? field.dropFirst() : field
        // As many digits always fit into 64 bits.
        guard !digits.isEmpty, digits.count <= 15 else { return nil }
        var value: Int64 = 0
        for digit in digits {
            let figure: Int64
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): figure = Int64(digit) - 0x30
            case UInt8(ascii: "a")...UInt8(ascii: "f"): figure = Int64(digit) - 0x61 + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): figure = Int64(digit) - 0x41 + 10
            default: return nil
            }
            guard figure < radix else { return nil }
            value = value * radix + figure
        }
        return Number(exactly: isNegative ? -value : value)
    }

    private static func trimmed(_ bytes: Bytes) -> String {
        var rest = bytes.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return text(rest)
    }

    private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Spaces, tabs and the other ends of lines.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0d).contains(byte)
    }

    private func error(_ reason: String) -> EvemuError {
        EvemuError(line: lines, reason: reason)
    }
}
