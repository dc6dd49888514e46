/// The texts of a panel file, to leave them out of messages about it.
struct PanelFileTexts {
    /// Shorter texts are only looked for in quotation marks: they are parts of many sentences.
    private static let shortestBare = 4
    private static let ellipsis = Array("…".utf8)
    private static let quote = UInt8(ascii: "'")

    /// The texts by their first byte, the longest first.
    private let texts: [UInt8: [[UInt8]]]

    /// The texts that `TextlessPanelFile` leaves out of these lines.
    init(of lines: [String]) {
        let texts = Set(TextlessPanelFile.texts(of: lines)).map { Array($0.utf8) }
        self.texts = Dictionary(grouping: texts.sorted { $0.count > $1.count }) { $0[0] }
    }

    /// A line with `…` for the texts.
    func hidden(in line: String) -> String {
        let bytes = Array(line.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let text = texts[bytes[place]]?.first { Self.has(bytes, $0, at: place) }
            result += text == nil ? [bytes[place]] : Self.ellipsis
            place += text?.count ?? 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a text is at this place, and not only a part of a word.
    private static func has(_ bytes: [UInt8], _ text: [UInt8], at place: Int) -> Bool {
        guard bytes[place...].starts(with: text) else { return false }
        let end = place + text.count
        let before = place > 0 ? bytes[place - 1] : UInt8(ascii: " ")
        let after = end < bytes.count ? bytes[end] : UInt8(ascii: " ")
        if before == quote, after == quote { return true }
        return text.count >= shortestBare && !isOfWord(before) && !isOfWord(after)
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
