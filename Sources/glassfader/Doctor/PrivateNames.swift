import Glibc

/// The names of the people and networks of this machine, to leave them out of a report.
struct PrivateNames {
    private let names: [(name: String, shown: String)]

    /// Those of this machine: its own name, and its users with their home folders.
    init() {
        var names: [(String, String)] = []
        var buffer = [CChar](repeating: 0, count: 256)
        if gethostname(&buffer, buffer.count) == 0 {
            let host = String(
                decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            names.append((host, "HOST"))
        }
        setpwent()
        defer { endpwent() }
        while let user = getpwent()?.pointee {
            // Below are the users of the system, and 65534 is nobody.
            guard (1000..<65534).contains(user.pw_uid) else { continue }
            names.append((String(cString: user.pw_name), "USER"))
            let words = String(cString: user.pw_gecos).split(separator: ",").first ?? ""
            names += words.split(separator: " ").map { (String($0), "USER") }
        }
        self.init(names)
    }

    /// These names, and what is shown instead.
    init(_ names: [(name: String, shown: String)]) {
        // A short name would be found in many words.
        self.names = names.filter { $0.name.utf8.count > 2 && $0.name != "localhost" }
            .sorted { $0.name.utf8.count > $1.name.utf8.count }
    }

    /// A line without them, and without addresses.
    func hidden(in line: String) -> String {
        var result: [Character] = []
        var word: [Character] = []
        func end() {
            result += Self.hidden(word: String(word), names)
            word.removeAll()
        }
        for character in line {
            if character.isLetter || character.isNumber || "._:-@%".contains(character) {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return String(result)
    }

    private static func hidden(
        word: String, _ names: [(name: String, shown: String)]
    ) -> String {
        if isAddress(word) { return "ADDRESS" }
        // `anna@desk:`, `desk.local`
        var result = ""
        var part = ""
        func end() {
            let folded = part.lowercased()
            result += names.first { $0.name.lowercased() == folded }?.shown ?? part
            part = ""
        }
        for character in word {
            if "._:-@%".contains(character) {
                end()
                result.append(character)
            } else {
                part.append(character)
            }
        }
        end()
        return result
    }

    /// Whether a word is an address of IPv4, IPv6 or Ethernet, perhaps with a port, or a host's name
    /// with a domain and a port.
    private static func isAddress(_ word: String) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        if numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }) { return true }
        let isHexadecimal = parts.allSatisfy { part in
            part.count <= 4 && part.allSatisfy(\.isHexDigit)
        }
        if parts.count >= 4, isHexadecimal, parts.contains(where: { !$0.isEmpty }) { return true }
        // Not the line of a file.
        return parts.count >= 2 && UInt16(parts[1]) != nil && parts[0].contains { $0.isLetter }
            && parts[0].contains(".") && !parts[0].hasSuffix(".toml")
    }

    /// The keys of a panel file whose texts are words of the file's language, and name nobody.
    private static let ownWords: Set = [
        "type", "unit", "taper", "scale", "drag", "touch", "orientation", "device", "connector",
        "mode", "format", "shadow", "at_exit", "backlight", "first_touch", "match", "output",
        "contact", "axes", "smoothing", "base", "font", "bold_font", "fallback", "law", "style",
        "color", "accent", "icon", "template", "access", "restore", "path", "after_jump",
        "double_tap", "label_side", "direction",
    ]

    /// A line of a panel file with `…` for its texts: a desk's labels are names of people.
    static func withoutTexts(_ line: String) -> String {
        var result = ""
        var key = ""
        var quote: Character?
        var text = ""
        for character in line {
            if let open = quote {
                if character == open {
                    quote = nil
                    result += ownWords.contains(key) ? "\(open)\(text)\(open)" : "\(open)…\(open)"
                    text = ""
                } else {
                    text.append(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#" {
                return result + "#"
            } else {
                if character == "=" {
                    let words = result.split { " ,{[".contains($0) }
                    key = words.last.map(String.init) ?? ""
                }
                result.append(character)
            }
        }
        // The text goes on in the next line.
        return quote == nil ? result : result + "…"
    }
}
