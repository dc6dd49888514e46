/// A pattern for the names of controls: `*` matches any characters, `?` any one, and every other
/// character itself.
package struct Glob: Equatable, Sendable {
    /// The pattern as it was written.
    package let pattern: String

    /// Whether every name matches.
    let matchesAll: Bool

    /// The longest pattern that a client may send, in bytes. The time to match is proportional to
    /// the product of the lengths.
    package static let longest = 128

    /// Creates a pattern.
    package init(_ pattern: String) {
        self.pattern = pattern
        matchesAll = pattern == "*"
    }

    /// Whether a text is a pattern, and not only a name.
    package static func isPattern(_ text: String) -> Bool { text.contains { "*?".contains($0) } }

    /// Whether the whole name matches.
    package func matches(_ name: String) -> Bool {
        if matchesAll { return true }
        let pattern = pattern.unicodeScalars
        let name = name.unicodeScalars
        var p = pattern.startIndex
        var n = name.startIndex
        // After a mismatch, the last star takes one more character; earlier stars never need to.
        var retry: (pattern: String.Index, name: String.Index)?

        while n < name.endIndex {
            if p < pattern.endIndex, pattern[p] == "*" {
                pattern.formIndex(after: &p)
                retry = (p, n)
            } else if p < pattern.endIndex, pattern[p] == "?" || pattern[p] == name[n] {
                pattern.formIndex(after: &p)
                name.formIndex(after: &n)
            } else if let last = retry {
                p = last.pattern
                n = name.index(after: last.name)
                retry = (p, n)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}

extension [Glob] {
    /// Whether one of the patterns matches all of `name`.
    package func matches(_ name: String) -> Bool { contains { $0.matches(name) } }
}
