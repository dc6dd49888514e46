/// The text of a panel file, to set keys in it and leave all else as it is, with its comments.
struct PanelFileText: Equatable {
    private var lines: [Substring]

    /// The text of a file.
    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The whole text.
    var text: String { lines.joined(separator: "\n") }

    /// Sets a key of `[table]`, or removes it; makes the table at the end if there is none.
    mutating func set(_ key: String, to value: String?, in table: String) {
        if let header = lines.firstIndex(where: { Self.header(of: $0) == "[\(table)]" }) {
            set(key, to: value, below: header)
        } else if let value {
            append(["[\(table)]", "\(key) = \(value)"])
        }
    }

    /// Sets a key of the table whose header is in a line, counted from 1.
    mutating func set(_ key: String, to value: String, inTableAtLine line: Int) {
        guard lines.indices.contains(line - 1) else { return }
        set(key, to: value, below: line - 1)
    }

    /// Adds lines at the end, after an empty one.
    mutating func append(_ block: [String]) {
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        if !lines.isEmpty { lines.append("") }
        lines += block.map { Substring($0) } + [""]
    }

    private mutating func set(_ key: String, to value: String?, below header: Int) {
        let end = lines[(header + 1)...].firstIndex { Self.header(of: $0) != nil } ?? lines.count
        let old = lines[(header + 1)..<end].firstIndex { Self.key(of: $0) == key }
        let new = value.map { [Substring("\(key) = \($0)")] } ?? []
        if let old {
            lines.replaceSubrange(old..<Self.end(ofValueAt: old, in: lines, before: end), with: new)
        } else {
            lines.insert(contentsOf: new, at: header + 1)
        }
    }

    /// `[display]` or `[[pages]]`, if the line is a header.
    private static func header(of line: Substring) -> String? {
        let code = line.prefix { $0 != "#" }.filter { !$0.isWhitespace }
        return code.hasPrefix("[") && code.hasSuffix("]") && !code.contains("=")
            && !code.contains(",") && !code.contains("\"") ? String(code) : nil
    }

    private static func key(of line: Substring) -> String? {
        let code = line.prefix { $0 != "#" }
        guard let sign = code.firstIndex(of: "=") else { return nil }
        return String(code[..<sign].filter { !$0.isWhitespace })
    }

    /// The line after a value, which may be an array over several lines.
    private static func end(ofValueAt first: Int, in lines: [Substring], before end: Int) -> Int {
        var depth = 0
        for index in first..<end {
            for character in lines[index].prefix(while: { $0 != "#" }) {
                if character == "[" || character == "{" { depth += 1 }
                if character == "]" || character == "}" { depth -= 1 }
            }
            if depth <= 0 { return index + 1 }
        }
        return end
    }
}
