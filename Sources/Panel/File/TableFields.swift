import PanelProtocol
import TOML

/// A table that is being read. Each key is requested with its expected type.
///
/// A value of the wrong type is reported and then counts as missing, so that one reading finds all
/// errors. `noteUnknownKeys()` reports keys that were not requested.
struct TableFields {
    /// The table's name for messages: `a slider`, `[display]`.
    let name: String
    /// The start of the table.
    let position: SourcePosition
    let notes: PanelFileNotes
    /// The context of the table's values.
    var surroundings = Surroundings()
    private let entries: [TOMLEntry]
    /// The index of each key's entry, in a table that is too large for a linear search.
    private let places: [String: Int]
    /// The requested keys, some of them several times.
    private var known: [String] = []
    /// The option tables that were read.
    private var knownOptions: [AnyOptionTable] = []

    /// The context of a table, on which its values depend.
    struct Surroundings {
        /// The named colours.
        var theme = ThemeDescription()
        /// The number that replaces `{n}` in texts; `nil` to leave them unchanged.
        var number: Int?
    }

    /// The largest table without `places`.
    private static let fewEntries = 32

    init(_ entries: [TOMLEntry], name: String, position: SourcePosition, notes: PanelFileNotes) {
        self.entries = entries
        places =
            entries.count <= Self.fewEntries
            ? [:]
            : Dictionary(
                entries.enumerated().map { ($0.element.key, $0.offset) },
                uniquingKeysWith: { first, _ in first })
        self.name = name
        self.position = position
        self.notes = notes
    }

    /// This table with another name for messages.
    func named(_ name: String) -> TableFields {
        var renamed = TableFields(entries, name: name, position: position, notes: notes)
        renamed.known = known
        renamed.knownOptions = knownOptions
        renamed.surroundings = surroundings
        return renamed
    }

    /// The keys, in the order of the file.
    var keys: [String] { entries.map(\.key) }

    /// The positions of all keys and values, also of those inside others.
    var valuePositions: Set<SourcePosition> {
        Set(entries.flatMap { [$0.keyPosition] + $0.value.positions })
    }

    /// This table without the entries of some keys.
    func without(_ keys: [String]) -> TableFields {
        TableFields(
            entries.filter { !keys.contains($0.key) }, name: name, position: position, notes: notes)
    }

    /// This table, with the entries of another replacing its own.
    func overlaid(with other: TableFields) -> TableFields {
        let kept = entries.filter { other.entry($0.key) == nil }
        return TableFields(kept + other.entries, name: name, position: position, notes: notes)
    }

    /// This table, with the entries of another replacing its own. If both have a table for `key`,
    /// the entries of the other table replace single entries there, too.
    func overlaid(with other: TableFields, merging key: String) -> TableFields {
        guard let own = entry(key)?.value.asTable, let changed = other.entry(key),
            let changes = changed.value.asTable
        else { return overlaid(with: other) }
        let kept = own.filter { entry in !changes.contains { $0.key == entry.key } }
        let merged = TOMLEntry(
            key: key, keyPosition: changed.keyPosition,
            value: TOMLValue(content: .table(kept + changes), position: changed.value.position))
        let rest = other.entries.filter { $0.key != key }
        return overlaid(
            with: TableFields(rest + [merged], name: name, position: position, notes: notes))
    }

    /// This table with a further entry, which is a text.
    func overlaid(
        withText text: String, of key: String, at position: SourcePosition
    ) -> TableFields {
        let value = TOMLValue(content: .string(text), position: position)
        let entry = TOMLEntry(key: key, keyPosition: position, value: value)
        return overlaid(
            with: TableFields([entry], name: name, position: self.position, notes: notes))
    }

    /// The entries that were not requested.
    var unknown: [TOMLEntry] {
        let others = entries.filter { entry in
            !knownOptions.contains { $0.index(of: entry.key) != nil }
        }
        guard others.count > Self.fewEntries else {
            return others.filter { !known.contains($0.key) }
        }
        let keys = Set(known)
        return others.filter { !keys.contains($0.key) }
    }

    /// Whether a text may contain `{n}` for the number of a strip. Addresses in other programs do
    /// not count: they get the number when the control joins its strip.
    var hasNumbers: Bool { entries.contains { $0.key != "bind" && $0.value.contains("{") } }

    /// Whether a value inside this table is exactly this text, except under one key.
    func hasText(_ text: String, besides key: String) -> Bool {
        entries.contains { $0.key != key && $0.value.has(text) }
    }

    /// The keys of options that were read and meet a condition.
    func optionKeys(where isWanted: (OptionEntry) -> Bool) -> [String] {
        entries.map(\.key).filter { key in
            knownOptions.contains { $0.entry(of: key).map(isWanted) ?? false }
        }
    }

    /// The position of a key's value; that of the table if it has no such key.
    func position(of key: String) -> SourcePosition {
        entry(key)?.value.position ?? position
    }

    /// Reports an error at the value of a key.
    func error(_ message: String, at key: String) {
        notes.error(message, at: position(of: key))
    }

    /// Warns of every key that was not requested.
    func noteUnknownKeys() {
        let unknown = unknown
        guard !unknown.isEmpty else { return }
        let all = Set(known).union(knownOptions.flatMap(\.keys)).sorted()
        for entry in unknown {
            let suggestion = notes.question(for: entry.key, among: all)
            notes.warning(
                "unknown key '\(entry.key)' in \(name)\(suggestion)", at: entry.keyPosition)
        }
    }

    /// Warns of keys that have no effect because of another option.
    mutating func noteNotInEffect(_ keys: [String], because cause: String) {
        for key in keys where request(key) {
            notes.warning("'\(key)' is not in effect: \(cause)", at: position(of: key))
        }
    }

    /// Reports keys that this type does not support as errors.
    mutating func reject(_ keys: [String], because cause: String) {
        for key in keys where request(key) { error("'\(key)' has no effect: \(cause)", at: key) }
    }

    /// Requests all keys of an option table, and returns the indices of those that exist, in
    /// ascending order. This is faster than to request each.
    mutating func request(_ table: AnyOptionTable) -> [Int] {
        knownOptions.append(table)
        return entries.compactMap { table.index(of: $0.key) }.sorted()
    }

    /// Whether a requested key exists.
    func contains(_ key: String) -> Bool { entry(key) != nil }

    /// Requests a key of any type. Returns whether it exists.
    mutating func request(_ key: String) -> Bool {
        value(key) != nil
    }

    /// The value of a key, of any type.
    mutating func value(_ key: String) -> TOMLValue? {
        known.append(key)
        return entry(key)?.value
    }

    private func entry(_ key: String) -> TOMLEntry? {
        guard entries.count > Self.fewEntries else { return entries.first { $0.key == key } }
        return places[key].map { entries[$0] }
    }

    /// A string.
    ///
    /// - Parameter expected: What is expected, for the error about another value.
    mutating func string(
        _ key: String, limit: Limit = .text, expected: String = "a string"
    ) -> String? {
        guard let string = read(key, expected, { $0.asString }) else { return nil }
        guard let problem = limit.problem(with: string.utf8.count) else { return string }
        error("'\(key)': \(problem)", at: key)
        return nil
    }

    /// A required string.
    mutating func requiredString(_ key: String) -> String? {
        if !request(key) { notes.error("missing '\(key)' in \(name)", at: position) }
        return string(key)
    }

    mutating func boolean(_ key: String) -> Bool? {
        read(key, "true or false") { value in
            if case .boolean(let flag) = value.content { flag } else { nil }
        }
    }

    /// A finite number, or an integer.
    mutating func number(_ key: String) -> Double? {
        guard let number = read(key, "a number", { $0.asNumber }) else { return nil }
        guard number.isFinite else {
            error("'\(key)': expected a finite number", at: key)
            return nil
        }
        return number
    }

    /// A number in a range.
    mutating func number(_ key: String, in bounds: ClosedRange<Double>) -> Double? {
        guard let number = number(key) else { return nil }
        guard bounds.contains(number) else {
            error(
                "'\(key)' is \(written(number)), outside \(written(bounds.lowerBound))…"
                    + written(bounds.upperBound), at: key)
            return nil
        }
        return number
    }

    /// A number above 0.
    mutating func positiveNumber(
        _ key: String, atMost most: Double = .greatestFiniteMagnitude
    ) -> Double? {
        guard let number = number(key) else { return nil }
        guard number > 0 else {
            error("'\(key)' is \(written(number)), and must be above 0", at: key)
            return nil
        }
        guard number <= most else {
            error("'\(key)' is \(written(number)), more than \(written(most))", at: key)
            return nil
        }
        return number
    }

    /// A whole number in a range.
    mutating func integer(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
        if let value = value(key), case .float(let number) = value.content {
            error("'\(key)': expected a whole number, found \(written(number))", at: key)
            return nil
        }
        let found = read(key, "a whole number") { value -> Int64? in
            if case .integer(let number) = value.content { number } else { nil }
        }
        guard let found else { return nil }
        guard let number = Int(exactly: found), bounds.contains(number) else {
            error(
                "'\(key)' is \(found), outside \(bounds.lowerBound)…\(bounds.upperBound)", at: key)
            return nil
        }
        return number
    }

    /// An array of finite numbers; exactly `count`, if given.
    mutating func numbers(_ key: String, count: Int? = nil) -> [Double]? {
        let expected = count.map { "\($0) numbers" } ?? "an array of numbers"
        let found = elements(key, expected: expected, count: count, { $0.asNumber })
        guard let found, !found.allSatisfy(\.isFinite) else { return found }
        error("'\(key)': expected finite numbers", at: key)
        return nil
    }

    /// An array of strings, each within a limit.
    mutating func strings(_ key: String, limit: Limit = .text) -> [String]? {
        elements(key, expected: "an array of strings", count: nil, limit: limit) { $0.asString }
    }

    /// One of the values of an enumeration.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func choice<Choice>(_ key: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable, Choice.AllCases == [Choice] {
        guard let word = string(key) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        noteUnknown(word, at: key, known: type.allCases.map(\.rawValue))
        return nil
    }

    /// Reports an unknown word.
    func noteUnknown(_ word: String, at key: String, known: [String]) {
        let suggestion = notes.question(for: word, among: known)
        let choice =
            known.isEmpty ? "there are none" : "known are \(known.joined(separator: ", "))"
        error("unknown \(key) '\(word)'; \(choice)\(suggestion)", at: key)
    }

    /// A table inside this one.
    mutating func table(_ key: String, name: String) -> TableFields? {
        guard let value = value(key) else { return nil }
        guard let entries = read(key, "a table", { $0.asTable }) else { return nil }
        var fields = TableFields(
            entries, name: name, position: value.position, notes: notes)
        fields.surroundings = surroundings
        return fields
    }

    /// An array of tables.
    mutating func tables(_ key: String, name: String, limit: Limit) -> [TableFields]? {
        guard let values = read(key, "an array of tables", { $0.asArray }) else { return nil }
        if let problem = limit.problem(with: values.count) {
            error("'\(key)': \(problem)", at: key)
            return nil
        }
        return values.compactMap { value in
            guard let entries = value.asTable else {
                notes.error(
                    "'\(key)': expected a table, found \(value.kindName)", at: value.position)
                return nil
            }
            return TableFields(entries, name: name, position: value.position, notes: notes)
        }
    }

    private mutating func elements<Element>(
        _ key: String, expected: String, count: Int?, limit: Limit = .text,
        _ convert: (TOMLValue) -> Element?
    ) -> [Element]? {
        guard let values = read(key, expected, { $0.asArray }) else { return nil }
        if let problem = Limit.entries.problem(with: values.count) {
            error("'\(key)': \(problem)", at: key)
            return nil
        }
        if let count, values.count != count {
            error("'\(key)': expected \(expected), found \(values.count)", at: key)
            return nil
        }
        var elements: [Element] = []
        for value in values {
            guard let element = convert(value) else {
                notes.error(
                    "'\(key)': expected \(expected), found \(value.kindName)", at: value.position)
                return nil
            }
            if let problem = limit.problem(with: value.asString?.utf8.count ?? 0) {
                notes.error("'\(key)': \(problem)", at: value.position)
                return nil
            }
            elements.append(element)
        }
        return elements
    }

    private mutating func read<Value>(
        _ key: String, _ expected: String, _ convert: (TOMLValue) -> Value?
    ) -> Value? {
        guard let value = value(key) else { return nil }
        if let converted = convert(value) { return converted }
        notes.error("'\(key)': expected \(expected), found \(value.kindName)", at: value.position)
        return nil
    }
}

extension TOMLValue {
    /// The positions of this value and of all keys and values in it.
    fileprivate var positions: [SourcePosition] {
        switch content {
        case .array(let values): [position] + values.flatMap(\.positions)
        case .table(let entries):
            [position] + entries.flatMap { [$0.keyPosition] + $0.value.positions }
        case .string, .integer, .float, .boolean, .time: [position]
        }
    }

    /// Whether the value is exactly this text, or contains it as a value.
    fileprivate func has(_ text: String) -> Bool {
        switch content {
        case .string(let string): string == text
        case .array(let values): values.contains { $0.has(text) }
        case .table(let entries): entries.contains { $0.value.has(text) }
        case .integer, .float, .boolean, .time: false
        }
    }
}

/// A number in its shortest form: `-10`, not `-10.0`.
func written(_ number: Double) -> String { number.written }
