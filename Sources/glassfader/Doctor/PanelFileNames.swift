/// The names that a panel file gives to its strips, controls, templates and groups, and the names
/// that a report has in place of them. The same name has the same replacement everywhere.
struct PanelFileNames {
    /// The replacement for each name. Digits at its end are no part of it: a strip `vox` with a
    /// count stands for `vox1`, `vox2` and so on.
    private(set) var replacements: [String: String] = [:]

    /// Adds a name, unless it has nothing but digits.
    mutating func insert(_ name: String) {
        let stem = Self.stem(of: name)
        guard !stem.isEmpty, stem.allSatisfy(Self.isPart), replacements[stem] == nil else { return }
        replacements[stem] = "name" + Self.letters(replacements.count)
    }

    /// What is shown in place of a name or of several with dots between, such as `vox1.level`;
    /// `nil` if a part of it is no name.
    func replacement(for text: String) -> String? {
        var parts: [String] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let stem = Self.stem(of: part)
            guard let replacement = replacements[stem] else { return nil }
            parts.append(replacement + part.dropFirst(stem.count))
        }
        return parts.joined(separator: ".")
    }

    private static func stem(of name: some StringProtocol) -> String {
        var stem = String(name)
        while let last = stem.last, last.isASCII, last.isNumber { stem.removeLast() }
        return stem
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-".contains(character)
    }

    /// A to Z, then AA and so on: a digit could be one of the name.
    private static func letters(_ number: Int) -> String {
        let letter = String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number % 26))))
        return number < 26 ? letter : letters(number / 26 - 1) + letter
    }
}
