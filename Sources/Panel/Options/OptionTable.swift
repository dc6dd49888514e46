import PanelProtocol

/// The options of a table in the file, with their defaults.
struct OptionTable<Target>: Sendable {
    private let options: [PanelOption<Target>]
    /// The index of each key, in the order of the manual.
    let indices: [String: Int]
    private let requiredKeys: [String]
    /// The keys that the reply to `list` contains.
    fileprivate let listedKeys: [String]
    /// The keys of the options that change more than the appearance.
    fileprivate let functionalKeys: [String]
    /// The options that only have an effect on a condition.
    private let conditionalEntries: [OptionEntry]
    /// Makes a target without any options, which has the defaults.
    private let makeTarget: @Sendable () -> Target
    /// The defaults that are needed for every control that is read, as in a file.
    private let knownStandards: [String: String]

    /// - Parameters:
    ///   - target: Makes a target without any options, which has the defaults.
    ///   - others: Further options whose defaults the code asks for that reads the table.
    ///   - options: The options, in the order of the manual.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init(
        of target: @autoclosure @escaping @Sendable () -> Target, asking others: [String] = [],
        @OptionBuilder<Target> options: () -> [PanelOption<Target>]
    ) {
        let options = options()
        self.options = options
        let entries = options.map { $0.entry }
        indices = Dictionary(
            entries.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
        requiredKeys = entries.filter(\.isRequired).map(\.key)
        listedKeys = entries.filter(\.isListed).map(\.key)
        functionalKeys = entries.filter { !$0.isLook }.map(\.key)
        conditionalEntries = entries.filter { !$0.conditions.isEmpty }
        makeTarget = target
        let asked = conditionalEntries.flatMap(\.conditions).map(\.key) + others
        let known = options.filter { $0.entry.isListed || asked.contains($0.entry.key) }
        knownStandards = known.isEmpty ? [:] : Self.standards(of: known, in: target())
    }

    private static func standards(
        of options: [PanelOption<Target>], in target: Target
    ) -> [String: String] {
        var standards: [String: String] = [:]
        for option in options { standards[option.entry.key] = option.standard(in: target) }
        return standards
    }

    /// The default of an option, as in a file; `nil` if it cannot be written.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    fileprivate func standard(_ key: String) -> String? {
        knownStandards[key] ?? indices[key].flatMap { options[$0].standard(in: makeTarget()) }
    }

    /// The entries for readers, in the order of the manual.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    var entries: [OptionEntry] {
        let target = makeTarget()
        return options.map { option in
            var entry = option.entry
            if entry.standard == nil { entry.standard = option.written(target).map { .value($0) } }
            return entry
        }
    }

    /// Reads all options of a table in the file, and warns of those without effect.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func read(_ fields: inout TableFields) -> OptionValues<Target> {
        var values = OptionValues(table: self)
        for index in fields.request(indices) {
            if let given = options[index].read(&fields) { values.given.append(given) }
        }
        for key in requiredKeys where !fields.contains(key) {
            fields.notes.error("missing '\(key)' in \(fields.name)", at: fields.position)
        }
        for entry in conditionalEntries where fields.contains(entry.key) {
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
        givenText(key) ?? table.standard(key)
    }

    /// The options in the reply to `list`.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    var listed: [ControlInfo.Setting] {
        table.listedKeys.compactMap { key in
            written(key).flatMap(ControlInfo.Setting.Value.init(written:)).map {
                ControlInfo.Setting(key, $0)
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
        table.functionalKeys.allSatisfy { key in
            givenText(key) == other.givenText(key) || written(key) == other.written(key)
        }
    }

    private func givenText(_ key: String) -> String? { given.first { $0.key == key }?.text() }
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
