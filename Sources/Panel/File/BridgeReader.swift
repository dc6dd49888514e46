import PanelProtocol
import TOML

/// Reads `[bridges]`: a table for each kind of bridge. Only the bridges interpret them.
struct BridgeReader {
    private let notes: PanelFileNotes

    init(notes: PanelFileNotes) { self.notes = notes }

    /// The tables by the names of the bridges.
    func read(_ table: TableFields) -> JSONObject {
        if let problem = Limit.bridges.problem(with: table.unknown.count) {
            notes.error(problem, at: table.position)
            return JSONObject()
        }
        var bridges = JSONObject()
        for entry in table.unknown {
            if let problem = PanelID.problem(with: entry.key, as: "the name of a bridge") {
                notes.error("[bridges]: \(problem)", at: entry.keyPosition)
            } else if let settings = entry.value.asTable {
                bridges.append(
                    entry.key, .object(members(settings, of: entry, isInner: false)))
            } else {
                notes.error(
                    "'\(entry.key)': expected a table such as [bridges.osc], found "
                        + entry.value.kindName, at: entry.value.position)
            }
        }
        var writer = JSONWriter()
        writer.line { $0.member("bridges", bridges) }
        if let problem = Limit.bridgeBytes.problem(with: writer.bytes.count) {
            notes.error("[bridges]: \(problem)", at: table.position)
        }
        return bridges
    }

    private func members(
        _ entries: [TOMLEntry], of table: TOMLEntry, isInner: Bool
    ) -> JSONObject {
        var object = JSONObject()
        if let problem = Limit.entries.problem(with: entries.count) {
            notes.error("'\(table.key)': \(problem)", at: table.value.position)
            return object
        }
        for entry in entries {
            if !(1...Limit.name.most).contains(entry.key.utf8.count) {
                notes.error(
                    "'\(table.key)': a key has 1 to \(Limit.name.most) bytes",
                    at: entry.keyPosition)
            } else if let problem = Limit.text.problem(with: entry.key.utf8.count) {
                notes.error("'\(table.key)': '\(entry.key)': \(problem)", at: entry.keyPosition)
            } else if !isInner, let inner = entry.value.asTable {
                object.append(entry.key, .object(members(inner, of: entry, isInner: true)))
            } else if let value = value(of: entry, isInner: isInner) {
                object.append(entry.key, value)
            }
        }
        return object
    }

    private func value(of entry: TOMLEntry, isInner: Bool) -> JSON? {
        guard let values = entry.value.asArray else {
            let expected = "a string, a number, true or false, or an array of these"
            return simple(
                entry.value, of: entry.key, expected + (isInner ? "" : ", or a table of them"))
        }
        if let problem = Limit.entries.problem(with: values.count) {
            notes.error("'\(entry.key)': \(problem)", at: entry.value.position)
            return nil
        }
        return .array(
            values.compactMap {
                simple($0, of: entry.key, "an array of strings, numbers, true and false")
            })
    }

    private func simple(_ value: TOMLValue, of key: String, _ expected: String) -> JSON? {
        switch value.content {
        case .string(let text):
            guard let problem = Limit.text.problem(with: text.utf8.count) else {
                return .string(text)
            }
            notes.error("'\(key)': \(problem)", at: value.position)
        case .integer(let number): return .integer(number)
        case .float(let number) where number.isFinite: return .real(number)
        case .float: notes.error("'\(key)': expected a finite number", at: value.position)
        case .boolean(let flag): return .boolean(flag)
        case .table, .array, .time:
            notes.error(
                "'\(key)': expected \(expected), found \(value.kindName)", at: value.position)
        }
        return nil
    }
}
