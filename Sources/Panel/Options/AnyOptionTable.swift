import PanelProtocol

/// The options of a table in the file, without the type of their target.
final class AnyOptionTable: Sendable {
    let options: [AnyOption]
    /// The indices of the options, sorted by their keys. Tables are never freed, and a dictionary
    /// would take ten times as much memory.
    private let sorted: [Int16]
    private let requiredKeys: [String]
    /// Calls a function with a target without any options, which has the defaults.
    private let withTarget: @Sendable ((OptionTarget) -> Void) -> Void
    /// The defaults that are needed for every control that is read, as in a file.
    private let knownDefaults: [String: String]

    init(
        _ options: [AnyOption], asking others: [String],
        withTarget: @escaping @Sendable ((OptionTarget) -> Void) -> Void
    ) {
        self.options = options
        self.withTarget = withTarget
        sorted = options.indices.sorted { options[$0].entry.key < options[$1].entry.key }
            .map { Int16($0) }
        requiredKeys = options.filter { $0.entry.isRequired }.map { $0.entry.key }
        let asked = options.flatMap { $0.entry.conditions }.map(\.key) + others
        let known = options.filter { $0.entry.isListed || asked.contains($0.entry.key) }
        var defaults: [String: String] = [:]
        if !known.isEmpty {
            withTarget { target in
                for option in known { defaults[option.entry.key] = option.defaultText(in: target) }
            }
        }
        knownDefaults = defaults
    }

    /// The keys, in the order of the manual.
    var keys: [String] { options.map(\.entry.key) }

    /// The index of the option with a key; `nil` if there is none.
    func index(of key: String) -> Int? {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            let index = Int(sorted[middle])
            let found = options[index].entry.key
            if found == key { return index }
            if found < key { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The entry of the option with a key; `nil` if there is none.
    func entry(of key: String) -> OptionEntry? { index(of: key).map { options[$0].entry } }

    /// The default of an option, as in a file; `nil` if it cannot be written.
    func defaultText(_ key: String) -> String? {
        if let known = knownDefaults[key] { return known }
        guard let index = index(of: key) else { return nil }
        var text: String?
        withTarget { text = options[index].defaultText(in: $0) }
        return text
    }

    /// The entries for readers, in the order of the manual.
    var entries: [OptionEntry] {
        var entries = options.map(\.entry)
        withTarget { target in
            for index in entries.indices where entries[index].defaultValue == nil {
                entries[index].defaultValue = options[index].written(target).map { .value($0) }
            }
        }
        return entries
    }

    /// Reads all options of a table in the file, and warns of those without effect.
    func read(_ fields: inout TableFields) -> AnyOptionValues {
        var values = AnyOptionValues(table: self)
        let requested = fields.request(self)
        for index in requested {
            let key = options[index].entry.key
            guard let value = options[index].read(&fields, key) else { continue }
            values.given.append(GivenOption(index: index, value: value))
        }
        for key in requiredKeys where !fields.contains(key) {
            fields.notes.error("missing '\(key)' in \(fields.name)", at: fields.position)
        }
        for index in requested {
            let entry = options[index].entry
            for condition in entry.conditions {
                let value = values.written(condition.key)
                // The other option has an error of its own if it is set but invalid.
                if value == nil, fields.contains(condition.key) { continue }
                guard let problem = condition.problem(with: value) else { continue }
                fields.noteNotInEffect([entry.key], because: problem)
                break
            }
        }
        return values
    }

    /// Warns that all options in a table of the file have no effect, except `default`.
    func noteNotInEffect(in fields: inout TableFields, because cause: String) {
        let keys = fields.request(self).map { options[$0].entry.key }
        fields.noteNotInEffect(keys.filter { $0 != "default" }, because: cause)
    }
}

/// The options of a table that a file sets, without the type of their target.
struct AnyOptionValues: Sendable {
    let table: AnyOptionTable
    fileprivate(set) var given: [GivenOption] = []

    fileprivate init(table: AnyOptionTable) { self.table = table }

    /// The value of an option in the file; `nil` if it is not set.
    func value(_ key: String) -> (any Sendable)? { option(key)?.value }

    private func option(_ key: String) -> GivenOption? {
        given.first { table.options[$0.index].entry.key == key }
    }

    /// The value of an option, or its default, as in a file; `nil` if it cannot be written.
    func written(_ key: String) -> String? { givenText(key) ?? table.defaultText(key) }

    private func givenText(_ key: String) -> String? {
        option(key).flatMap { table.options[$0.index].text($0.value) }
    }

    /// The options in the reply to `list`.
    var listed: [ControlInfo.Setting] {
        table.options.lazy.filter { $0.entry.isListed }.compactMap { option in
            let key = option.entry.key
            return written(key).flatMap(ControlInfo.Setting.Value.init(written:)).map {
                ControlInfo.Setting(key, $0)
            }
        }
    }

    /// Applies the options of the file to a target.
    func apply(to target: OptionTarget, images: ImageCollection?) {
        for option in given { table.options[option.index].apply(option.value, target, images) }
    }

    /// Whether others have the same function, apart from the appearance.
    func isEquivalent(to other: AnyOptionValues) -> Bool {
        table.options.lazy.filter { !$0.entry.isAppearanceOnly }.map { $0.entry.key }.allSatisfy {
            key in
            givenText(key) == other.givenText(key) || written(key) == other.written(key)
        }
    }
}

/// An option that the file sets.
struct GivenOption: Sendable {
    /// Its index in the table.
    let index: Int
    let value: any Sendable
}
