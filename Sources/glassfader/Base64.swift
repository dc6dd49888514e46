/// Decodes Base64: see RFC 4648, section 4.
enum Base64 {
    /// The decoded bytes; nil if the text is not valid, which needs complete groups of four
    /// characters.
    static func bytes(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let digits = characters.prefix { $0 != UInt8(ascii: "=") }
        guard digits.count >= characters.count - 2,
            !text.utf8.dropLast(2).contains(UInt8(ascii: "="))
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in digits {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
