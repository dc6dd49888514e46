/// The text of a panel file, to set keys in it and leave all else as it is, with its comments.
struct PanelFileText: Equatable {
    private var lines: [Substring]
    /// What ends its lines: editors of other systems write `\r\n`, which is one `Character`.
    private let lineEnd: String

    /// The text of a file.
    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    }

    /// The whole text.
    var text: String { lines.joined(separator: lineEnd) }

    /// The value of a key of `[table]`, as it is written; `nil` if there is none.
    func value(of key: String, in table: String) -> String? {
        guard let header = header(of: table),
            let line = line(of: key, in: header + 1..<end(ofTableAt: header)),
            let sign = lines[line].firstIndex(of: "=")
        else { return nil }
        let end = Self.end(ofValueAt: line, in: lines, before: end(ofTableAt: header))
        let rest = [lines[line][lines[line].index(after: sign)...]] + lines[line + 1..<end]
        return String(rest.joined(separator: lineEnd).drop(while: \.isWhitespace))
    }

    /// The keys of `[table]`, in their order.
    func keys(in table: String) -> [String] {
        guard let header = header(of: table) else { return [] }
        let last = end(ofTableAt: header)
        var keys: [String] = []
        var line = header + 1
        while line < last {
            guard let key = Self.key(of: lines[line]) else {
                line += 1
                continue
            }
            keys.append(key)
            line = Self.end(ofValueAt: line, in: lines, before: last)
        }
        return keys
    }

    /// The lines of each `[[array]]` table, with its header.
    func tables(of array: String) -> [[String]] {
        lines.indices.filter { Self.header(of: lines[$0]) == "[[\(array)]]" }.map { header in
            var table = lines[header..<end(ofTableAt: header)]
            while table.last?.allSatisfy(\.isWhitespace) == true { table.removeLast() }
            return table.map(String.init)
        }
    }

    /// The lines of `[table]` and of the tables in it, such as `[table.inner]`, with their headers.
    /// Comments after an empty line belong to what follows.
    func tables(in table: String) -> [[String]] {
        lines.indices.filter {
            guard let header = Self.header(of: lines[$0]) else { return false }
            return header == "[\(table)]" || header.hasPrefix("[\(table).")
        }.map { header in
            let all = lines[header..<end(ofTableAt: header)]
            let last = all.lastIndex { !$0.allSatisfy(\.isWhitespace) && !Self.isComment($0) }
            let comments = all[((last ?? header) + 1)...].prefix(while: Self.isComment)
            return all[..<comments.endIndex].map(String.init)
        }
    }

    /// Whether a table is written without a header, as a key at the top of the file.
    func hasKey(ofTable table: String) -> Bool {
        lines.prefix { Self.header(of: $0) == nil }.contains { line in
            let key = Self.key(of: line) ?? ""
            return key == table || key.hasPrefix(table + ".")
        }
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.first { !$0.isWhitespace } == "#"
    }

    /// Sets a key of `[table]`, or removes it; makes the table at the end if there is none.
    mutating func set(_ key: String, to value: String?, in table: String) {
        if let header = header(of: table) {
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
        let end = end(ofTableAt: header)
        let old = line(of: key, in: header + 1..<end)
        let new = value.map { [Substring("\(key) = \($0)")] } ?? []
        if let old {
            lines.replaceSubrange(old..<Self.end(ofValueAt: old, in: lines, before: end), with: new)
        } else {
            lines.insert(contentsOf: new, at: header + 1)
        }
    }

    private func header(of table: String) -> Int? {
        lines.firstIndex { Self.header(of: $0) == "[\(table)]" }
    }

    private func end(ofTableAt header: Int) -> Int {
        lines[(header + 1)...].firstIndex { Self.header(of: $0) != nil } ?? lines.count
    }

    private func line(of key: String, in table: Range<Int>) -> Int? {
        lines[table].firstIndex { Self.key(of: $0) == key }
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
