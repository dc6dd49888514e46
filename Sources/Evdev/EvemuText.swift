import CEvdev

/// Parses an evemu text line by line. The functions that run for each line are compiled for speed,
/// unlike the rest of the module.
struct EvemuText {
    private(set) var device = DeviceDescription()
    private(set) var events: [EvemuRecording.Event] = []
    /// The number of lines.
    private(set) var lines = 0

    private let text: EvemuBytes
    /// The place of a part of the text.
    private typealias Part = Range<Int>

    private var properties: [UInt8] = []
    /// The bitmaps of codes, by event type.
    private var codes: [UInt16: [UInt8]] = [:]
    private var start: Duration?

    init(_ text: String) throws(EvemuError) {
        self.text = EvemuBytes(text)
        var rest = self.text.all
        while true {
            lines += 1
            let end = self.text.end(of: rest, before: UInt8(ascii: "\n"))
            try read(rest.lowerBound..<end)
            guard end < rest.upperBound else { break }
            rest = end + 1..<rest.upperBound
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

    @_optimize(speed)
    private mutating func read(_ line: Part) throws(EvemuError) {
        let content = text.afterSpaces(of: line)
        guard let first = content.first.map({ text[$0] }), first != UInt8(ascii: "#") else {
            return
        }
        guard content.count >= 2, text[content.lowerBound + 1] == UInt8(ascii: ":") else {
            throw labelError(content)
        }
        let rest = content.dropFirst(2)
        switch first {
        case UInt8(ascii: "N"): device.name = text.trimmed(rest)
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

    private func labelError(_ content: Part) -> EvemuError {
        error("'\(text.string(content).prefix(20))' does not begin with a label such as N: or E:")
    }

    // MARK: - The device

    private mutating func readIdentity(_ fields: [Part]) throws(EvemuError) {
        try expect(fields, count: 4...4, "I: bus vendor product version")
        device.identity.bus = try hexadecimal(fields[0])
        device.identity.vendor = try hexadecimal(fields[1])
        device.identity.product = try hexadecimal(fields[2])
        device.identity.version = try hexadecimal(fields[3])
    }

    private mutating func readProperties(_ fields: [Part]) throws(EvemuError) {
        for field in fields { properties.append(try hexadecimal(field)) }
    }

    /// Each line has the next eight bytes of the bitmap of its event type.
    private mutating func readBits(_ fields: [Part]) throws(EvemuError) {
        try expect(fields, count: 2...Int.max, "B: type bytes")
        let type: UInt16 = try hexadecimal(fields[0])
        for field in fields.dropFirst() {
            let byte: UInt8 = try hexadecimal(field)
            codes[type, default: []].append(byte)
        }
    }

    private mutating func readAxis(_ fields: [Part]) throws(EvemuError) {
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
    @_optimize(speed)
    private mutating func readEvent(_ part: Part) throws(EvemuError) {
        var rest = text.content(of: part)
        guard let time = text.word(&rest), let type = text.word(&rest),
            let code = text.word(&rest), let value = text.word(&rest), text.word(&rest) == nil
        else {
            return try expect(fields(of: part), count: 4...4, "E: time type code value")
        }
        let seconds = try seconds(time)
        let start = start ?? seconds
        self.start = start
        events.append(
            EvemuRecording.Event(
                time: seconds - start, type: try hexadecimal(type), code: try hexadecimal(code),
                value: try decimal(value)))
    }

    /// Parses seconds with six decimals: `1357751027.090934`.
    @_optimize(speed)
    private func seconds(_ field: Part) throws(EvemuError) -> Duration {
        let point = text.end(of: field, before: UInt8(ascii: "."))
        guard field.upperBound - point == 7,
            let seconds = text.number(field.lowerBound..<point, as: UInt32.self),
            let microseconds = text.number(point + 1..<field.upperBound, as: UInt32.self)
        else {
            throw error("'\(text.string(field))' is not a time in seconds with six decimals")
        }
        return .microseconds(Int64(seconds) * 1_000_000 + Int64(microseconds))
    }

    // MARK: - Fields

    /// The words of a line before its comment.
    private func fields(of part: Part) -> [Part] {
        var rest = text.content(of: part)
        var words: [Part] = []
        while let word = text.word(&rest) { words.append(word) }
        return words
    }

    private func expect(
        _ fields: [Part], count: ClosedRange<Int>, _ form: String
    ) throws(EvemuError) {
        guard count.contains(fields.count) else {
            throw error("\(fields.count) fields where '\(form)' is expected")
        }
    }

    private func hexadecimal<Number: FixedWidthInteger>(
        _ field: Part
    ) throws(EvemuError) -> Number {
        guard let number = text.number(field, radix: 16, as: Number.self) else {
            throw error(
                "'\(text.string(field))' is not a hexadecimal number of \(Number.bitWidth) bits")
        }
        return number
    }

    private func decimal(_ field: Part) throws(EvemuError) -> Int32 {
        guard let number = text.number(field, as: Int32.self) else {
            throw error("'\(text.string(field))' is not a decimal number of 32 bits")
        }
        return number
    }

    private func error(_ reason: String) -> EvemuError {
        EvemuError(line: lines, reason: reason)
    }
}

/// The bytes of a text, and what its parts say.
///
/// A recording has ten thousand lines: bytes are read fifteen times as fast as characters, and a
/// part is only a range of places, because a slice would retain the bytes.
private struct EvemuBytes {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The whole text.
    var all: Range<Int> { bytes.indices }

    /// The byte at a place.
    subscript(place: Int) -> UInt8 { bytes[place] }

    /// Takes the first word of a part; `nil` at its end.
    @_optimize(speed)
    func word(_ rest: inout Range<Int>) -> Range<Int>? {
        let content = afterSpaces(of: rest)
        var end = content.lowerBound
        while end < content.upperBound, !Self.isSpace(bytes[end]) { end += 1 }
        rest = end..<rest.upperBound
        return content.lowerBound < end ? content.lowerBound..<end : nil
    }

    /// The part of a line before its comment.
    @_optimize(speed)
    func content(of part: Range<Int>) -> Range<Int> {
        part.lowerBound..<end(of: part, before: UInt8(ascii: "#"))
    }

    /// A number with or without a sign; `nil` if it is none, or too large.
    @_optimize(speed)
    func number<Number: FixedWidthInteger>(
        _ field: Range<Int>, radix: Int64 = 10, as type: Number.Type
    ) -> Number? {
        guard let first = field.first.map({ bytes[$0] }) else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        let digits = isNegative || first == UInt8(ascii: "+") ? field.dropFirst() : field
        // As many digits always fit into 64 bits.
        guard !digits.isEmpty, digits.count <= 15 else { return nil }
        var value: Int64 = 0
        for place in digits {
            let digit = bytes[place]
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

    /// The end of a part, or the first place in it that has this byte.
    @_optimize(speed)
    func end(of part: Range<Int>, before byte: UInt8) -> Int {
        var end = part.lowerBound
        while end < part.upperBound, bytes[end] != byte { end += 1 }
        return end
    }

    @_optimize(speed)
    func afterSpaces(of part: Range<Int>) -> Range<Int> {
        var start = part.lowerBound
        while start < part.upperBound, Self.isSpace(bytes[start]) { start += 1 }
        return start..<part.upperBound
    }

    func trimmed(_ part: Range<Int>) -> String {
        var rest = afterSpaces(of: part)
        while let last = rest.last, Self.isSpace(bytes[last]) { rest.removeLast() }
        return string(rest)
    }

    func string(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }

    /// Spaces, tabs and the other ends of lines.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || (0x09...0x0d).contains(byte))
    }
}
