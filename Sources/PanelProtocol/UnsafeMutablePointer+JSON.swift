// The place where a `JSONWriter` writes. The caller has made room.
extension UnsafeMutablePointer<UInt8> {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    /// Writes a word of the source, which needs no escapes, in quotes.
    @inline(__always)
    mutating func put(quoted word: StaticString) {
        put(UInt8(ascii: "\""))
        update(from: word.utf8Start, count: word.utf8CodeUnitCount)
        self += word.utf8CodeUnitCount
        put(UInt8(ascii: "\""))
    }

    /// Writes a string in quotes. Most have nothing to escape.
    @inline(__always)
    mutating func put(string bytes: UnsafeBufferPointer<UInt8>) {
        put(UInt8(ascii: "\""))
        if let start = bytes.baseAddress, bytes.allSatisfy(JSONWriter.isPlain) {
            update(from: start, count: bytes.count)
            self += bytes.count
        } else {
            for byte in bytes {
                if JSONWriter.isPlain(byte) { put(byte) } else { putEscape(byte) }
            }
        }
        put(UInt8(ascii: "\""))
    }

    private mutating func putEscape(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return put(byte) }
        for byte in "u00".utf8 { put(byte) }
        put(Self.hexadecimal(byte >> 4))
        put(Self.hexadecimal(byte & 0xF))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    /// Writes a finite number below 2⁶⁴ with one to six decimals.
    mutating func put(number value: Double) {
        var whole = UInt64(value.magnitude)
        // The subtraction is exact, so the number is rounded only once.
        var millionths = UInt64((value.magnitude - Double(whole)) * 1_000_000 + 0.5)
        if millionths == 1_000_000 {
            whole += 1
            millionths = 0
        }
        if value < 0, whole > 0 || millionths > 0 { put(UInt8(ascii: "-")) }
        put(digitsOf: whole)
        put(UInt8(ascii: "."))
        var decimals = 6
        while decimals > 1, millionths % 10 == 0 {
            millionths /= 10
            decimals -= 1
        }
        put(millionths, digits: decimals)
    }

    mutating func put(integer value: Int64) {
        if value < 0 { put(UInt8(ascii: "-")) }
        put(digitsOf: value.magnitude)
    }

    private mutating func put(digitsOf value: UInt64) {
        var digits = 1
        var limit: UInt64 = 10
        // 2⁶⁴ has 20 digits.
        while digits < 20, value >= limit {
            digits += 1
            limit &*= 10
        }
        put(value, digits: digits)
    }

    /// Writes the last digits of a number, with leading zeros.
    private mutating func put(_ value: UInt64, digits: Int) {
        var rest = value
        var place = self + digits
        while place > self {
            place -= 1
            place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        self += digits
    }
}
