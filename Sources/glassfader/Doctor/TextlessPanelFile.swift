/// The lines of a panel file with `…` for its texts: a desk's labels are names of people.
struct TextlessPanelFile {
    /// The keys whose texts are words of the file's language, not names.
    private static let ownWords: Set = [
        "type", "unit", "taper", "scale", "drag", "touch", "orientation", "device", "connector",
        "mode", "format", "shadow", "at_exit", "backlight", "first_touch", "match", "output",
        "contact", "axes", "smoothing", "base", "font", "bold_font", "fallback", "law", "style",
        "color", "accent", "icon", "template", "access", "restore", "path", "after_jump",
        "double_tap", "label_side", "direction",
    ]
    /// Those of them whose texts may have spaces: names of devices, and files.
    private static let deviceNames: Set = [
        "device", "connector", "mode", "match", "output", "format", "font", "bold_font", "fallback",
        "path",
    ]

    /// What ends the text that has begun in an earlier line; `nil` outside of texts.
    private var longQuote: String?
    /// The texts that were left out.
    private var texts: [String] = []

    /// The lines with their texts replaced. Lines that are only a comment are omitted.
    static func lines(_ lines: [String]) -> [String] {
        var file = TextlessPanelFile()
        return lines.map { file.line($0) }.filter { $0 != "#" }
    }

    /// The texts that `lines(_:)` leaves out; none is empty.
    static func texts(of lines: [String]) -> [String] {
        var file = TextlessPanelFile()
        for line in lines { _ = file.line(line) }
        return file.texts.map { $0.replacing("\\\"", with: "\"") }.filter { !$0.isEmpty }
    }

    private mutating func line(_ line: String) -> String {
        var result = ""
        var key = ""
        var rest = line[...]
        while !rest.isEmpty {
            if let quote = longQuote {
                result += "…"
                let whole = String(rest)
                let text = Self.takeText(from: &rest, upTo: quote)
                texts.append(text ?? whole)
                guard text != nil else { return result }
                longQuote = nil
                result += quote
                continue
            }
            let character = rest.removeFirst()
            switch character {
            case "#":
                return result + "#"
            case "\"", "'":
                let quote = String(character)
                result += quote
                if rest.hasPrefix(quote + quote) {
                    rest = rest.dropFirst(2)
                    result += quote + quote
                    longQuote = quote + quote + quote
                } else {
                    let whole = String(rest)
                    let text = Self.takeText(from: &rest, upTo: quote)
                    let isKept = text.map { Self.isOwn($0, of: key) } ?? false
                    if !isKept { texts.append(text ?? whole) }
                    result += (isKept ? text ?? "" : "…") + (text == nil ? "" : quote)
                }
            case "=":
                key = result.split { " ,{[".contains($0) }.last.map(String.init) ?? ""
                result.append(character)
            default:
                result.append(character)
            }
        }
        return result
    }

    /// Whether the text of a key is a word of the file's language.
    private static func isOwn(_ text: String, of key: String) -> Bool {
        ownWords.contains(key)
            && (deviceNames.contains(key)
                || text.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "'" })
    }

    /// Takes a text and the quote that ends it. The result is the text; `nil` if the line ends first,
    /// and then all of it is taken.
    private static func takeText(from rest: inout Substring, upTo quote: String) -> String? {
        var text = ""
        while !rest.isEmpty {
            if rest.hasPrefix(quote) {
                rest = rest.dropFirst(quote.count)
                return text
            }
            let character = rest.removeFirst()
            text.append(character)
            // In '…' a backslash is one.
            if character == "\\", quote.hasPrefix("\""), let next = rest.popFirst() {
                text.append(next)
            }
        }
        return nil
    }
}
