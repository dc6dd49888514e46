/// A pattern for the names of controls: `*` matches any characters, `?` any one, and every other
/// character itself.
package struct Glob: Equatable, Sendable {
    /// The pattern as it was written.
    package let pattern: String

    /// Whether every name matches.
    let matchesAll: Bool
    /// The least length of a name that matches, in bytes.
    private let leastLength: Int

    /// The longest pattern that a client may send, in bytes. The time to match is proportional to
    /// the product of the lengths.
    package static let longest = 128

    /// Creates a pattern.
    package init(_ pattern: String) {
        self.pattern = pattern
        matchesAll = pattern == "*"
        leastLength = pattern.utf8.count { $0 != Self.star }
    }

    /// Whether a text is a pattern, and not only a name.
    package static func isPattern(_ text: String) -> Bool { text.contains { "*?".contains($0) } }

    /// Whether the whole name matches.
    package func matches(_ name: String) -> Bool {
        if matchesAll { return true }
        guard name.utf8.count >= leastLength else { return false }
        var (pattern, name) = (pattern, name)
        return pattern.withUTF8 { pattern in name.withUTF8 { Self.matches(pattern, $0) } }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>
    private static let star = UInt8(ascii: "*")
    private static let any = UInt8(ascii: "?")

    private static func matches(_ pattern: Bytes, _ name: Bytes) -> Bool {
        var (p, n) = (0, 0)
        // After a mismatch, the last star takes one more character; earlier stars never need to.
        var retry: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == star {
                p += 1
                retry = (p, n)
            } else if p < pattern.count, pattern[p] == any {
                p += 1
                n = nextCharacter(of: name, after: n)
            } else if p < pattern.count, pattern[p] == name[n] {
                p += 1
                n += 1
            } else if let last = retry {
                p = last.pattern
                n = nextCharacter(of: name, after: last.name)
                retry = (p, n)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == star }
    }

    /// Where the next character of a name in UTF-8 starts.
    private static func nextCharacter(of name: Bytes, after start: Int) -> Int {
        var next = start + 1
        while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}

extension [Glob] {
    /// Whether one of the patterns matches all of `name`.
    package func matches(_ name: String) -> Bool { contains { $0.matches(name) } }
}
