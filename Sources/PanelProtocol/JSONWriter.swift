/// Writes JSON into a reusable buffer.
///
/// Lines are written on each movement of a finger, so there are no intermediate objects or strings.
/// Numbers have one to six decimals, as `-6.0` and `0.666667`, and no exponent below 2⁶⁴.
package struct JSONWriter: Sendable {
    /// The written bytes, and spare memory.
    private var room: [UInt8] = []
    private var needsComma = false

    /// Whether numbers get all of their digits, as saved state needs.
    package var isExact = false

    /// Creates an empty writer.
    package init() {}

    /// The written bytes.
    package var bytes: [UInt8] { Array(bytes(from: 0)) }

    /// The number of written bytes.
    private(set) var count = 0

    /// The written bytes from a place on.
    func bytes(from start: Int) -> ArraySlice<UInt8> { room[start..<count] }

    /// Appends bytes that are written already.
    mutating func append(_ bytes: [UInt8]) {
        write(atMost: bytes.count) { end in
            bytes.withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress { end.update(from: start, count: bytes.count) }
            }
            end += bytes.count
        }
    }

    /// Removes the written bytes and keeps the memory.
    package mutating func removeAll() {
        count = 0
        needsComma = false
    }

    /// Writes one message: an object and `\n`.
    package mutating func line(_ members: (inout JSONWriter) -> Void) {
        needsComma = false
        object(members)
        put(UInt8(ascii: "\n"))
    }

    // MARK: Members of an object

    /// Writes a member that is an object.
    package mutating func object(_ key: JSONKey, _ members: (inout JSONWriter) -> Void) {
        member(key, atMost: 1) { $0.put(UInt8(ascii: "{")) }
        endObject(members)
    }

    /// Writes a member that is an array with one object for each element.
    package mutating func objects<Element>(
        _ key: JSONKey, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        array(elements) { writer, element in writer.object { members(&$0, element) } }
    }

    /// Writes a member that is a string.
    package mutating func member(_ key: JSONKey, _ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            member(key, atMost: Self.mostBytes(of: utf8)) { $0.put(string: utf8) }
        }
    }

    /// Writes a member that is a word of the source, without quotes, backslashes and control
    /// characters.
    package mutating func member(_ key: JSONKey, word: StaticString) {
        member(key, atMost: word.utf8CodeUnitCount + 2) { $0.put(quoted: word) }
    }

    /// Writes a member that is a number; `value` is finite.
    package mutating func member(_ key: JSONKey, _ value: Double) {
        guard isShort(value) else {
            name(key)
            return text(value.description)
        }
        member(key, atMost: Self.longestNumber) { $0.put(number: value) }
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: JSONKey, _ value: Int64) {
        member(key, atMost: Self.longestInteger) { $0.put(integer: value) }
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: JSONKey, _ value: Int) {
        member(key, Int64(value))
    }

    /// Writes a member that is true or false.
    package mutating func member(_ key: JSONKey, _ value: Bool) {
        name(key)
        text(value ? "true" : "false")
    }

    /// Writes a member that is an array of strings.
    package mutating func member(_ key: JSONKey, _ values: [String]) {
        name(key)
        array(values) { $0.string($1) }
    }

    /// Writes a member that is an array of finite numbers.
    package mutating func member(_ key: JSONKey, _ values: [Double]) {
        name(key)
        array(values) { $0.number($1) }
    }

    /// Writes a member that is a number, a word, or an object of parts.
    package mutating func member(_ key: JSONKey, _ value: ControlValue) {
        switch value {
        case .number(let number):
            member(key, number)
        case .text(let text):
            member(key, text)
        case .parts(let parts):
            object(key) { writer in
                for part in parts { writer.member(.text(part.name), part.value) }
            }
        }
    }

    /// Writes a member that is an object; numbers get all of their digits.
    package mutating func member(_ key: JSONKey, _ value: JSONObject) {
        name(key)
        self.value(.object(value))
    }

    /// Writes a member that is a base64 string of bytes.
    package mutating func member(_ key: JSONKey, base64 bytes: ArraySlice<UInt8>) {
        name(key)
        put(UInt8(ascii: "\""))
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
            put(base64: bytes[start..<min(start + 3, bytes.endIndex)])
        }
        put(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes one to three bytes as four characters.
    private mutating func put(base64 bytes: ArraySlice<UInt8>) {
        var bits = bytes.reduce(0) { $0 << 8 | Int($1) }
        bits <<= 8 * (3 - bytes.count)
        for place in 0..<4 {
            let digit = bits >> (18 - 6 * place) & 63
            put(place <= bytes.count ? Self.base64Digits[digit] : UInt8(ascii: "="))
        }
    }

    private static let base64Digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Writes the `id` of a reply: that of the request, or `null` if it had none.
    package mutating func member(_ key: JSONKey, _ id: RequestID?) {
        name(key)
        switch id {
        case .integer(let value): integer(value)
        case .real(let value): text(value.description)
        case .string(let value): string(value)
        case nil: text("null")
        }
    }

    /// Writes a member that is `null`.
    package mutating func member(null key: JSONKey) {
        name(key)
        text("null")
    }

    // MARK: Values

    private mutating func value(_ value: JSON) {
        switch value {
        case .null: text("null")
        case .boolean(let flag): text(flag ? "true" : "false")
        case .integer(let number): integer(number)
        case .real(let number): text(number.description)
        case .string(let string): self.string(string)
        case .array(let values): array(values) { $0.value($1) }
        case .object(let object):
            self.object { writer in
                for member in object.members {
                    writer.name(.text(member.key))
                    writer.value(member.value)
                }
            }
        }
    }

    private mutating func name(_ key: JSONKey) {
        member(key, atMost: 0) { _ in }
        needsComma = false
    }

    /// Writes a name, and a value of up to `most` bytes, which `value` appends.
    @inline(__always)
    private mutating func member(
        _ key: JSONKey, atMost most: Int, _ value: (inout UnsafeMutablePointer<UInt8>) -> Void
    ) {
        let needsComma = needsComma
        var longest = most
        if case .literal(let name) = key { longest += name.utf8CodeUnitCount + 4 }
        if case .text(let name) = key { text(name: name) }
        write(atMost: longest) { end in
            if case .literal(let name) = key {
                if needsComma { end.put(UInt8(ascii: ",")) }
                end.put(quoted: name)
                end.put(UInt8(ascii: ":"))
            }
            value(&end)
        }
        self.needsComma = true
    }

    private mutating func text(name: String) {
        comma()
        string(name)
        put(UInt8(ascii: ":"))
    }

    private mutating func comma() {
        if needsComma { put(UInt8(ascii: ",")) }
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        put(UInt8(ascii: "{"))
        endObject(members)
    }

    private mutating func endObject(_ members: (inout JSONWriter) -> Void) {
        needsComma = false
        members(&self)
        put(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func array<Element>(
        _ elements: [Element], _ element: (inout JSONWriter, Element) -> Void
    ) {
        put(UInt8(ascii: "["))
        needsComma = false
        for next in elements {
            comma()
            element(&self, next)
            needsComma = true
        }
        put(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func text(_ text: String) {
        for byte in text.utf8 { put(byte) }
        needsComma = true
    }

    private mutating func string(_ string: String) {
        var string = string
        string.withUTF8 { utf8 in
            write(atMost: Self.mostBytes(of: utf8)) { $0.put(string: utf8) }
        }
        needsComma = true
    }

    /// The longest escape has six bytes: `\u001f`.
    private static func mostBytes(of string: UnsafeBufferPointer<UInt8>) -> Int {
        6 * string.count + 2
    }

    private mutating func integer(_ value: Int64) {
        write(atMost: Self.longestInteger) { $0.put(integer: value) }
        needsComma = true
    }

    private mutating func number(_ value: Double) {
        guard isShort(value) else { return text(value.description) }
        write(atMost: Self.longestNumber) { $0.put(number: value) }
        needsComma = true
    }

    /// Whether a number is written with at most six decimals and without an exponent.
    private func isShort(_ value: Double) -> Bool {
        precondition(value.isFinite, "only finite values can be written as JSON")
        return value.magnitude < 0x1p64 && !isExact
    }

    // MARK: Bytes

    /// Whether a byte of a string is written as it is.
    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }

    /// The number of digits of 2⁶⁴, with a sign.
    private static let longestInteger = 21
    /// The length of such a number with a point and six decimals.
    private static let longestNumber = 28

    private mutating func put(_ byte: UInt8) {
        if count == room.count { makeRoom(for: 1) }
        room[count] = byte
        count += 1
    }

    /// Calls `body` to append up to `most` bytes, and to advance `end` by as many.
    @inline(__always)
    private mutating func write(
        atMost most: Int, _ body: (_ end: inout UnsafeMutablePointer<UInt8>) -> Void
    ) {
        if room.count - count < most { makeRoom(for: most) }
        count += room.withUnsafeMutableBufferPointer { [count] room in
            guard let start = room.baseAddress else { return 0 }
            var end = start + count
            body(&end)
            return end - start - count
        }
    }

    private mutating func makeRoom(for byteCount: Int) {
        room += repeatElement(0, count: max(byteCount, room.count, 256))
    }
}
