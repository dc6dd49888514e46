/// The display of a Mackie Control: two lines, with seven characters for each channel.
struct MackieDisplay: Equatable {
    /// The characters of both lines.
    static let size = 112
    private static let line = 56
    private static let width = 7

    /// In ASCII.
    private(set) var characters = [UInt8](repeating: UInt8(ascii: " "), count: size)

    /// Writes the text of a channel, and returns the message that shows it; `nil` if it is there
    /// already. The last character separates it from the next channel.
    mutating func write(_ text: String, channel: Int, line: Int) -> MackieMessage? {
        let place = line * Self.line + channel * Self.width
        var cell = Self.shortened(Self.ascii(text), to: Self.width - 1)
        while cell.count < Self.width { cell.append(UInt8(ascii: " ")) }
        guard Array(characters[place..<place + Self.width]) != cell else { return nil }
        characters.replaceSubrange(place..<place + Self.width, with: cell)
        return .display(place, cell)
    }

    /// Takes what a host writes. The result is the channels whose upper line has changed.
    mutating func take(_ place: Int, _ text: [UInt8]) -> [Int] {
        let before = (0..<MackieMessage.channels).map { title($0) }
        for (index, character) in text.enumerated() where place + index < Self.size {
            characters[place + index] = character
        }
        return (0..<MackieMessage.channels).filter { title($0) != before[$0] }
    }

    /// The upper line of a channel, without spaces around it.
    func title(_ channel: Int) -> String {
        let cell = characters[channel * Self.width..<(channel + 1) * Self.width]
        let text = cell.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: " ") }
        let first = text.firstIndex { $0 != UInt8(ascii: " ") } ?? text.count
        let last = text.lastIndex { $0 != UInt8(ascii: " ") } ?? -1
        return last < first ? "" : String(decoding: text[first...last], as: UTF8.self)
    }

    /// A text without its end, or without its middle: the last number stays, or else a single last
    /// letter such as L, because it distinguishes one channel from the next.
    private static func shortened(_ text: [UInt8], to room: Int) -> [UInt8] {
        let space = UInt8(ascii: " ")
        let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        let letter = text.dropLast().last == space ? text.indices.last : nil
        guard let last = text.lastIndex(where: isDigit) ?? letter, last >= room else {
            return Array(text.prefix(room))
        }
        let digits = text[...last].reversed().prefix(while: isDigit).count
        let mark = text[...last].suffix(max(digits, 1)).suffix(room)
        let start = text[..<mark.startIndex].filter { $0 != space }
        return start.prefix(room - mark.count) + Array(mark)
    }

    /// What the display can show of a text: of a letter with an accent, the letter.
    private static func ascii(_ text: String) -> [UInt8] {
        text.map { character in
            if let code = character.asciiValue, (0x20...0x7E).contains(code) { return code }
            let scalar = character.unicodeScalars.first
            // Such as LATIN SMALL LETTER U WITH DIAERESIS.
            let name = (scalar?.properties.name ?? "").split(separator: " ")
            guard name.count > 3, name[0] == "LATIN", name[2] == "LETTER", name[3].count == 1,
                let letter = name[3].utf8.first
            else { return UInt8(ascii: "?") }
            return name[1] == "SMALL" ? letter + 32 : letter
        }
    }
}
