import PanelProtocol

/// The options of something, each once, with what holds where the file says nothing.
struct OptionTable<Target>: Sendable {
    private let options: [PanelOption<Target>]
    /// What readers are told, in the order of the manual.
    let entries: [OptionEntry]
    /// What holds without each option, as a file would have it.
    private let standard: [String: String]

    /// - Parameters:
    ///   - target: what the options change, without any of them.
    ///   - options: in the order of the manual.
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
        self.standard = standard
    }

    /// Reads every option of a table of the file, and notes those that are not in effect.
    func read(_ fields: inout TableFields) -> OptionValues<Target> {
        var values = OptionValues(table: self)
        for option in options {
            if option.entry.isRequired, !fields.has(option.entry.key) {
                fields.notes.error(
                    "missing '\(option.entry.key)' in \(fields.name)", at: fields.position)
            }
            if let given = option.read(&fields) { values.given.append(given) }
        }
        for entry in entries where !entry.conditions.isEmpty && fields.has(entry.key) {
            let problems = entry.conditions.lazy.compactMap { condition in
                condition.problem(with: values.written(condition.key))
            }
            if let problem = problems.first {
                fields.noteNotInEffect([entry.key], because: problem)
            }
        }
        return values
    }

    fileprivate func standard(_ key: String) -> String? { standard[key] }

    /// Gives a target what another has, for every option that is only seen.
    fileprivate func copyLooks(from source: Target, to target: inout Target) {
        for option in options where option.entry.isLook { option.copy(source, &target) }
    }

    fileprivate var keysThatAreFelt: [String] {
        entries.filter { !$0.isLook }.map(\.key)
    }
}

/// What a file says of the options of a table.
struct OptionValues<Target>: Sendable {
    fileprivate let table: OptionTable<Target>
    fileprivate(set) var given: [GivenOption<Target>] = []

    fileprivate init(table: OptionTable<Target>) { self.table = table }

    /// Whether the file has the option, and it is right.
    func has(_ key: String) -> Bool { given.contains { $0.key == key } }

    /// What the file says of an option; nil for nothing.
    func value<Value>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        given.first { $0.key == key }?.value as? Value
    }

    /// What holds for an option, as a file would have it; nil for nothing that can be written.
    func written(_ key: String) -> String? {
        given.first { $0.key == key }?.written ?? table.standard(key)
    }

    /// What `list` has of them.
    var listed: [ControlInfo.Setting] {
        table.entries.filter(\.isListed).compactMap { entry in
            written(entry.key).flatMap(ControlInfo.Setting.Value.init(written:)).map {
                ControlInfo.Setting(entry.key, $0)
            }
        }
    }

    /// Gives a target what the file says.
    func apply(to target: inout Target, images: ImageCollection? = nil) {
        for option in given { option.apply(&target, images) }
    }

    /// Whether others mean the same to a finger, whatever they look like.
    func meansTheSame(as other: OptionValues) -> Bool {
        table.keysThatAreFelt.allSatisfy { written($0) == other.written($0) }
    }
}

extension OptionValues where Target: AnyObject {
    /// Has a view look as the file says: one that stays may have had other looks.
    ///
    /// - Parameter make: makes a view without any options.
    func apply(to view: Target, _ style: ControlStyle, make: () -> Target) {
        var view = view
        if style.keptView != nil { table.copyLooks(from: make(), to: &view) }
        apply(to: &view, images: style.images)
    }
}

extension ControlInfo.Setting.Value {
    /// A value as a file has it; nil for an array or a table.
    fileprivate init?(written: String) {
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
