/// A writer of JSON into bytes that can be reused.
///
/// Lines are written on each movement of a finger, so nothing is built in between: no tree, no
/// strings. Numbers are plain decimals with one to six digits after the point, as `-6.0` and
/// `0.666667`; without exponent up to 2⁶⁴.
package struct JSONWriter: Sendable {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    private var needsComma = false

    /// Begins with nothing written.
    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Forgets the first bytes written, which have gone where they were to go.
    package mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
    }

    /// Appends a line that is complete, with its `\n`.
    package mutating func append(line: [UInt8]) {
        bytes.append(contentsOf: line)
    }

    /// Writes one message: an object and `\n`.
    package mutating func line(_ members: (inout JSONWriter) -> Void) {
        needsComma = false
        object(members)
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Members of an object

    /// Writes a member that is an object.
    package mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
        name(key)
        object(members)
    }

    /// Writes a member that is an array, with one object for each element.
    package mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        array(elements) { writer, element in writer.object { members(&$0, element) } }
    }

    /// Writes a member that is a string.
    package mutating func member(_ key: String, _ value: String) {
        name(key)
        string(value)
    }

    /// Writes a member that is a number; `value` is finite.
    package mutating func member(_ key: String, _ value: Double) {
        name(key)
        number(value)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: String, _ value: Int64) {
        name(key)
        integer(value)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: String, _ value: Int) {
        member(key, Int64(value))
    }

    /// Writes a member that is true or false.
    package mutating func member(_ key: String, _ value: Bool) {
        name(key)
        text(value ? "true" : "false")
    }

    /// Writes a member that is an array of strings.
    package mutating func member(_ key: String, _ values: [String]) {
        name(key)
        array(values) { $0.string($1) }
    }

    /// Writes a member that is an array of numbers; all are finite.
    package mutating func member(_ key: String, _ values: [Double]) {
        name(key)
        array(values) { $0.number($1) }
    }

    /// Writes a member that is a number, a word, or an object of parts.
    package mutating func member(_ key: String, _ value: ControlValue) {
        switch value {
        case .number(let number):
            member(key, number)
        case .text(let text):
            member(key, text)
        case .parts(let parts):
            object(key) { writer in
                for part in parts { writer.member(part.name, part.value) }
            }
        }
    }

    /// Writes the `id` of a reply: that of the request, or `null` where there was none.
    package mutating func member(_ key: String, _ id: RequestID?) {
        name(key)
        switch id {
        case .integer(let value): integer(value)
        case .real(let value): text(value.description)
        case .string(let value): string(value)
        case nil: text("null")
        }
    }

    // MARK: Values

    private mutating func name(_ key: String) {
        comma()
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func object(_ members: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func array<Element>(
        _ elements: [Element], _ element: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for next in elements {
            comma()
            element(&self, next)
            needsComma = true
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func string(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hexadecimal(byte >> 4))
                bytes.append(Self.hexadecimal(byte & 0xF))
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    private mutating func integer(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude)
        needsComma = true
    }

    private mutating func digits(_ value: UInt64) {
        let start = bytes.count
        var rest = value
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func number(_ value: Double) {
        precondition(value.isFinite, "a value that is not finite cannot be published")
        guard value.magnitude < 0x1p64 else { return text(value.description) }

        var whole = UInt64(value.magnitude)
        // The subtraction is exact, so only this one rounding happens.
        var millionths = UInt64((value.magnitude - Double(whole)) * 1_000_000 + 0.5)
        if millionths == 1_000_000 {
            whole += 1
            millionths = 0
        }
        if value < 0, whole > 0 || millionths > 0 { bytes.append(UInt8(ascii: "-")) }
        digits(whole)
        bytes.append(UInt8(ascii: "."))
        var place: UInt64 = 100_000
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(millionths / place))
            millionths %= place
            place /= 10
        } while millionths > 0
        needsComma = true
    }
}
