import PanelProtocol

/// The options of a table in the file, with their defaults.
struct OptionTable<Target>: Sendable {
    private let options: [PanelOption<Target>]
    private let keys: [String]
    /// The keys of the options that change more than the appearance.
    fileprivate let functionalKeys: [String]
    /// The entries for readers, in the order of the manual.
    let entries: [OptionEntry]
    /// The default of each option, as in a file.
    fileprivate let standard: [String: String]

    /// - Parameters:
    ///   - target: The target without any options, which has the defaults.
    ///   - options: The options, in the order of the manual.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init(of target: Target, @OptionBuilder<Target> options: () -> [PanelOption<Target>]) {
        let options = options()
        var standard: [String: String] = [:]
        entries = options.map { option in
            var entry = option.entry
            let written = option.written(target)
            if entry.standard == nil { entry.standard = written.map { .value($0) } }
            if case .value(let value)? = entry.standard { standard[entry.key] = written ?? value }
            return entry
        }
        self.options = options
        keys = entries.map(\.key)
        functionalKeys = entries.filter { !$0.isLook }.map(\.key)
        self.standard = standard
    }

    /// Reads all options of a table in the file, and warns of those without effect.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func read(_ fields: inout TableFields) -> OptionValues<Target> {
        var values = OptionValues(table: self)
        fields.request(options: keys)
        for (index, key) in keys.enumerated() {
            if fields.contains(key) {
                if let given = options[index].read(&fields) { values.given.append(given) }
            } else if entries[index].isRequired {
                fields.notes.error("missing '\(key)' in \(fields.name)", at: fields.position)
            }
        }
        for entry in entries where !entry.conditions.isEmpty && fields.contains(entry.key) {
            let problems = entry.conditions.lazy.compactMap { condition in
                condition.problem(with: values.written(condition.key))
            }
            if let problem = problems.first {
                fields.noteNotInEffect([entry.key], because: problem)
            }
        }
        return values
    }

    /// Copies all options that only change the appearance.
    fileprivate func copyAppearance(from source: Target, to target: inout Target) {
        for option in options where option.entry.isLook { option.copy(source, &target) }
    }
}

/// The options of a table that a file sets.
struct OptionValues<Target>: Sendable {
    fileprivate let table: OptionTable<Target>
    fileprivate(set) var given: [GivenOption<Target>] = []

    fileprivate init(table: OptionTable<Target>) { self.table = table }

    /// Whether the file sets the option to a valid value.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func has(_ key: String) -> Bool { given.contains { $0.key == key } }

    /// The value of an option in the file; `nil` if it is not set.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func value<Value>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        given.first { $0.key == key }?.value as? Value
    }

    /// The value of an option, or its default, as in a file; `nil` if it cannot be written.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func written(_ key: String) -> String? {
        given.first { $0.key == key }?.written ?? table.standard[key]
    }

    /// The options in the reply to `list`.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    var listed: [ControlInfo.Setting] {
        table.entries.filter(\.isListed).compactMap { entry in
            written(entry.key).flatMap(ControlInfo.Setting.Value.init(written:)).map {
                ControlInfo.Setting(entry.key, $0)
            }
        }
    }

    /// Applies the options of the file to a target.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func apply(to target: inout Target, images: ImageCollection? = nil) {
        for option in given { option.apply(&target, images) }
    }

    /// Whether others have the same function, apart from the appearance.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func isEquivalent(to other: OptionValues) -> Bool {
        table.functionalKeys.allSatisfy { written($0) == other.written($0) }
    }
}

extension OptionValues where Target: AnyObject {
    /// Applies the options to a view. A kept view first gets the default appearance.
    ///
    /// - Parameter make: Creates a view without any options.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func apply(to view: Target, _ style: ControlStyle, make: () -> Target) {
        var view = view
        if style.keptView != nil { table.copyAppearance(from: make(), to: &view) }
        apply(to: &view, images: style.images)
    }
}

extension ControlInfo.Setting.Value {
    /// Parses a value as in a file; `nil` for an array or a table.
    package init?(written: String) {
        if let number = Double(written) {
            self = .number(number)
        } else if let flag = Bool(written) {
            self = .flag(flag)
        } else if written.first == "\"" {
            self = .text(String(written.dropFirst().dropLast()))
        } else {
            return nil
        }
    }
}
