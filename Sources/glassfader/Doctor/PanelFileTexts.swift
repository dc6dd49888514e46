/// The texts and names of a panel file, to leave them out of messages about it.
struct PanelFileTexts {
    /// Shorter texts are only looked for in quotation marks: they are parts of many sentences.
    private static let shortestBare = 4
    private static let ellipsis = Array("…".utf8)
    private static let quote = UInt8(ascii: "'")
    private static let dot = UInt8(ascii: ".")

    /// A text, or a name, which may have a number at its end.
    private struct Text {
        let bytes: [UInt8]
        let shown: [UInt8]
        let isName: Bool
    }

    /// The texts by their first byte, the longest first.
    private let texts: [UInt8: [Text]]

    init(of file: TextlessPanelFile) {
        var found = Set(file.texts).map { text in
            Text(bytes: Array(text.utf8), shown: Self.ellipsis, isName: false)
        }
        let names = file.names.replacements.filter { !PrivateNames.ownWords.contains($0.key) }
        found += names.map { name in
            Text(bytes: Array(name.key.utf8), shown: Array(name.value.utf8), isName: true)
        }
        self.texts = Dictionary(
            grouping: found.sorted { $0.bytes.count > $1.bytes.count }
        ) { $0.bytes[0] }
    }

    /// A line with `…` for the texts, and with the replacements of the names.
    func hidden(in line: String) -> String {
        let bytes = Array(line.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let text = texts[bytes[place]]?.first { Self.has(bytes, $0, at: place) }
            result += text?.shown ?? [bytes[place]]
            place += text?.bytes.count ?? 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a text is at this place, and not only a part of a word.
    private static func has(_ bytes: [UInt8], _ text: Text, at place: Int) -> Bool {
        guard bytes[place...].starts(with: text.bytes) else { return false }
        var end = place + text.bytes.count
        while text.isName, end < bytes.count, isDigit(bytes[end]) { end += 1 }
        let before = place > 0 ? bytes[place - 1] : UInt8(ascii: " ")
        let after = end < bytes.count ? bytes[end] : UInt8(ascii: " ")
        if before == quote, after == quote || text.isName && after == dot { return true }
        if before == dot, after == quote, text.isName { return true }
        return text.bytes.count >= shortestBare && !isOfWord(before) && !isOfWord(after)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
