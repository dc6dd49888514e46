/// The lines of a panel file with `…` for its texts, and other names for its names: a desk's labels
/// are names of people, and often its strips and templates are too.
struct TextlessPanelFile {
    /// The lines with their texts and names replaced. Lines that are only a comment are omitted.
    let lines: [String]
    /// The texts that are left out of the lines, none of which is empty.
    let texts: [String]
    /// The names that are replaced in the lines.
    let names: PanelFileNames

    init(_ lines: [String]) {
        // A name may be used above the line that introduces it.
        var first = TextlessLines()
        for line in lines { _ = first.line(line) }
        var second = TextlessLines(knowing: first.names)
        self.lines = lines.map { second.line($0) }.filter { $0 != "#" }
        texts = second.texts.map { $0.replacing("\\\"", with: "\"") }.filter { !$0.isEmpty }
        names = second.names
    }
}

/// Replaces the texts and names of a panel file, one line after the other.
private struct TextlessLines {
    /// The keys whose texts are words of the file's language, not names.
    private static let ownWords: Set = [
        "type", "unit", "taper", "scale", "drag", "touch", "orientation", "device", "connector",
        "mode", "format", "shadow", "at_exit", "backlight", "first_touch", "match", "output",
        "contact", "axes", "smoothing", "base", "font", "bold_font", "fallback", "law", "style",
        "color", "accent", "icon", "access", "restore", "path", "after_jump", "double_tap",
        "label_side", "direction", "dialect", "system", "seat",
    ]
    /// Those of them whose texts may have spaces: names of devices, and files.
    private static let deviceNames: Set = [
        "device", "connector", "mode", "match", "output", "format", "font", "bold_font", "fallback",
        "path",
    ]
    /// The keys whose texts name a part of the file.
    private static let namingKeys: Set = ["id", "template", "group", "groups", "master"]
    /// The tables whose keys are names.
    private static let namedTables: Set = ["templates", "strips", "groups"]

    /// What ends the text that has begun in an earlier line; `nil` outside of texts.
    private var longQuote: String?
    /// The texts that were left out.
    private(set) var texts: [String] = []
    /// The names that were found, from the beginning or so far.
    private(set) var names: PanelFileNames
    /// The keys of the header above the line.
    private var header: [String] = []
    /// The keys of each brace that is open, from the top of the file on.
    private var tables: [[String]] = []
    /// How many square brackets of arrays are open.
    private var arrays = 0
    /// The keys of the value that is read, from the top of the file on.
    private var path: [String] = []

    init(knowing names: PanelFileNames = PanelFileNames()) { self.names = names }

    /// A line with its texts and names replaced, and without what its comment says.
    mutating func line(_ line: String) -> String {
        var result = ""
        /// Where the key begins that is read, if there is one.
        var keyStart = result.startIndex
        var rest = line[...]
        let isHeader =
            longQuote == nil && arrays == 0 && tables.isEmpty
            && line.first { !$0.isWhitespace } == "["
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
                    result += takeShown(from: &rest, upTo: quote, isInHeader: isHeader)
                }
            case "]" where isHeader:
                // Of [[…]], the first one ends the keys.
                if keyStart != result.endIndex {
                    header = replaceKeys(of: &result, from: keyStart, in: [])
                }
                result.append(character)
                keyStart = result.endIndex
            case "=":
                path = replaceKeys(of: &result, from: keyStart, in: tables.last ?? header)
                result.append(character)
            case "[", "]", "{", "}", ",":
                result.append(character)
                if !isHeader { count(character) }
                keyStart = result.endIndex
            default:
                result.append(character)
            }
        }
        return result
    }

    /// Takes a text and the quote that ends it. The result is what is shown of them.
    private mutating func takeShown(
        from rest: inout Substring, upTo quote: String, isInHeader: Bool
    ) -> String {
        let whole = String(rest)
        guard let text = Self.takeText(from: &rest, upTo: quote) else {
            texts.append(whole)
            return "…"
        }
        let isKey = isInHeader || "=.".contains(rest.first { $0 != " " } ?? " ")
        return shown(text, of: isKey ? "" : path.last ?? "") + quote
    }

    private mutating func count(_ character: Character) {
        switch character {
        case "[": arrays += 1
        case "]": arrays = max(0, arrays - 1)
        case "{": tables.append(path)
        case "}": if let table = tables.popLast() { path = table }
        default: break
        }
    }

    /// What is shown of a text in quotation marks.
    private mutating func shown(_ text: String, of key: String) -> String {
        if Self.isOwn(text, of: key) { return text }
        if Self.namingKeys.contains(key) { names.insert(text) }
        if let name = names.replacement(for: text) { return name }
        texts.append(text)
        return "…"
    }

    /// Replaces the names among the keys with dots between that end the result, and returns all
    /// keys from the top of the file on, as they were.
    private mutating func replaceKeys(
        of result: inout String, from start: String.Index, in table: [String]
    ) -> [String] {
        var path = table
        var isFirst = true
        var replaced = ""
        for part in result[start...].split(separator: ".", omittingEmptySubsequences: false) {
            let key = part.filter { !$0.isWhitespace }
            path.append(key)
            replaced += (isFirst ? "" : ".")
            replaced += part.replacing(key, with: shown(key: key, at: path))
            isFirst = false
        }
        result.replaceSubrange(start..., with: replaced)
        return path
    }

    private mutating func shown(key: String, at path: [String]) -> String {
        guard path.count > 1, Self.namedTables.contains(path[0]) else { return key }
        // The keys of a strip are options and controls.
        guard path.count == 2 || path[0] == "strips" && path.count == 3 else { return key }
        if path.count == 2, !"\"'".contains(key.first ?? "\"") { names.insert(key) }
        return names.replacement(for: key) ?? key
    }

    /// Whether the text of a key is a word of the file's language.
    private static func isOwn(_ text: String, of key: String) -> Bool {
        ownWords.contains(key)
            && (deviceNames.contains(key)
                || text.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "'" })
    }

    /// Takes a text and the quote that ends it. The result is the text; `nil` if the line ends
    /// first, and then all of it is taken.
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
