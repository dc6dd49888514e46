/// Decodes keys from a terminal's bytes, in pieces of any size.
struct KeyReader {
    private var bytes: [UInt8] = []

    /// Appends bytes. Returns the keys of all complete sequences.
    mutating func keys(_ new: some Collection<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        while let first = bytes.first {
            guard first == 0x1b else {
                bytes.removeFirst()
                keys.append(first == 9 ? .tab : .character(Character(Unicode.Scalar(first))))
                continue
            }
            guard bytes.count > 1 else { break }
            guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
                bytes.removeFirst()
                continue
            }
            // Parameters, then the letter or ~ that ends the sequence.
            guard let end = bytes[2...].firstIndex(where: { (0x40...0x7e).contains($0) }) else {
                if bytes.count > 32 { bytes.removeAll() }
                break
            }
            let sequence = String(decoding: bytes[2...end], as: UTF8.self)
            bytes.removeSubrange(...end)
            if let key = Self.key(sequence) { keys.append(key) }
        }
        return keys
    }

    private static func key(_ sequence: String) -> Key? {
        switch sequence {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "1;2A", "a": .shiftUp
        case "1;2B", "b": .shiftDown
        case "H", "1~", "7~": .home
        case "F", "4~", "8~": .end
        case "5~": .pageUp
        case "6~": .pageDown
        case "Z": .backTab
        default: nil
        }
    }
}
