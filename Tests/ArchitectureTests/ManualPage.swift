import Foundation
import TestVectors

/// The source of one manual page.
struct ManualPage {
    private let text: String
    /// What stands in its macros, word by word.
    private let words: Set<Substring>

    /// Reads a page of `Config/man`.
    init(_ name: String) throws {
        text = try TestFiles.text("Config/man/\(name)")
        words = Set(
            text.split(separator: "\n").filter { $0.first == "." }.flatMap {
                $0.split(separator: " ")
            })
    }

    /// Its examples, which stand there as they are written.
    var examples: [Substring] {
        text.matches(of: /(?s)\.Bd -literal[^\n]*\n(.*?)\n\.Ed/).map(\.1)
    }

    /// Whether it tells of a name, which it marks as such.
    func tells(of name: String) -> Bool { words.contains(name[...]) }

    /// Whether it tells of a word that is written in quotes.
    func tells(ofQuoted word: String) -> Bool { text.contains("\\(dq\(word)\\(dq") }
}
