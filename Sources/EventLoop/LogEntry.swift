/// An entry of the log: what happened, how much it matters, and what it is about.
package struct LogEntry: Equatable, Sendable {
    /// How much an entry matters, with the numbers of syslog(3).
    package enum Level: Int, Sendable {
        /// Something does not work that was asked for.
        case error = 3
        /// Something is missing or strange, and the program continues without it.
        case warning = 4
        /// Something has changed that somebody may have waited for.
        case notice = 5
        case info = 6
    }

    /// What an entry is about, for programs: `DEVICE=/dev/input/event3`. See
    /// systemd.journal-fields(7).
    package struct Field: Equatable, Sendable {
        /// In capital letters, digits and underscores; the journal drops any other.
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What happened, for people; may have several lines.
    package var text: String
    package var level: Level
    package var fields: [Field]

    package init(_ text: String, _ level: Level = .info, _ fields: [Field] = []) {
        self.text = text
        self.level = level
        self.fields = fields
    }
}

extension LogEntry {
    /// A datagram must fit into a socket's buffer, of about 200 KB. In bytes.
    private static let longestText = 48 << 10

    /// The entry as the journal takes it from a program of this name. See
    /// https://systemd.io/JOURNAL_NATIVE_PROTOCOL.
    package func datagram(from name: String) -> [UInt8] {
        let fields =
            [
                Field("MESSAGE", text.prefix(bytes: Self.longestText)),
                Field("PRIORITY", "\(level.rawValue)"), Field("SYSLOG_IDENTIFIER", name),
            ] + self.fields
        return fields.reduce(into: []) { $0 += $1.bytes }
    }

    /// The entry as lines of text for a terminal or a file, each after the program's name.
    ///
    /// - Parameter hasLevel: whether each line begins with its level as sd-daemon(3) says.
    package func lines(from name: String, hasLevel: Bool = false) -> [String] {
        let level = hasLevel ? "<\(level.rawValue)>" : ""
        return text.split(separator: "\n").map { "\(level)\(name): \($0)\n" }
    }
}

extension LogEntry.Field {
    /// A value of several lines has its length before it, as a number of 64 bits.
    fileprivate var bytes: [UInt8] {
        let bytes = Array(value.utf8)
        let newline = UInt8(ascii: "\n")
        guard bytes.contains(newline) else { return Array("\(name)=\(value)\n".utf8) }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
        return Array("\(name)\n".utf8) + length + bytes + [newline]
    }
}

extension String {
    /// The beginning of the text that has at most so many bytes.
    fileprivate func prefix(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(startIndex, offsetBy: count)
        while !utf8[end].isFirstOfScalar { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }
}

extension UInt8 {
    fileprivate var isFirstOfScalar: Bool { self & 0xC0 != 0x80 }
}
