/// The number of a strip as a text has it: `{n}`, `{n:02}` with zeros, or `{n:A}` as a letter.
package enum StripNumber {
    private enum Form {
        /// At least as many digits as this, with zeros in front.
        case digits(Int)
        /// A to Z, then AA to ZZ.
        case letters
    }

    /// The text with each place of a number replaced.
    package static func written(_ number: Int, in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result = ""
        for piece in pieces(of: text) {
            switch piece {
            case .text(let text): result += String(text)
            case .number(let form?, _): result += written(number, as: form)
            case .number(nil, let place): result += place
            }
        }
        return result
    }

    /// The first place of a number in a text whose form is unknown, such as `{n:x}`.
    package static func unknownForm(in text: String) -> Substring? {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
        for case .number(nil, let place) in pieces(of: text) { return place }
        return nil
    }

    /// The first place in braces that is no number of a known form, such as `{m}` or `{n:x}`, or a
    /// brace that nothing closes.
    package static func unknownPlace(in text: String) -> Substring? {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
        for piece in pieces(of: text) {
            switch piece {
            case .number(nil, let place): return place
            case .text(let brace) where brace == "{":
                let rest = text[brace.startIndex...]
                return rest.firstIndex(of: "}").map { rest[...$0] } ?? rest
            case .number, .text: continue
            }
        }
        return nil
    }

    /// The number for which a pattern such as `ch{n:02}.level` gives this name; `nil` if there is
    /// none. A pattern without a place for a number must be the name itself, and the number is 0.
    package static func number(of name: String, in pattern: String) -> Int? {
        guard pattern.utf8.contains(UInt8(ascii: "{")) else { return name == pattern ? 0 : nil }
        let runs = name.split { !($0.isASCII && $0.isNumber) }
        return runs.lazy.compactMap { Int($0) }.first { written($0, in: pattern) == name }
    }

    private enum Piece {
        case text(Substring)
        /// A place of a number, whose form may be unknown.
        case number(Form?, Substring)
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            pieces.append(.text(rest[..<start]))
            rest = rest[start...]
            let end = rest.firstIndex(of: "}").map(rest.index(after:))
            if let end, rest.hasPrefix("{n}") || rest.hasPrefix("{n:") {
                pieces.append(.number(form(rest[..<end].dropFirst(2).dropLast()), rest[..<end]))
                rest = rest[end...]
            } else {
                pieces.append(.text(rest.prefix(1)))
                rest = rest.dropFirst()
            }
        }
        return pieces + [.text(rest)]
    }

    /// The form of a number, from the text after `n`: empty, or a colon and more. `nil` if unknown.
    private static func form(_ text: Substring) -> Form? {
        switch text {
        case "": .digits(1)
        case ":A": .letters
        case ":02", ":03", ":04": .digits(Int(text.suffix(1)) ?? 1)
        default: nil
        }
    }

    private static func written(_ number: Int, as form: Form) -> String {
        switch form {
        case .digits(let count):
            let digits = String(number)
            return String(repeating: "0", count: max(count - digits.count, 0)) + digits
        case .letters:
            var letters = ""
            var rest = number
            while rest > 0 {
                letters.insert(
                    Character(Unicode.Scalar(UInt8(65 + (rest - 1) % 26))), at: letters.startIndex)
                rest = (rest - 1) / 26
            }
            return letters
        }
    }
}

extension String {
    /// The text with every place of a strip's number replaced, if there is one.
    package func numbered(_ number: Int?) -> String {
        number.map { StripNumber.written($0, in: self) } ?? self
    }
}
