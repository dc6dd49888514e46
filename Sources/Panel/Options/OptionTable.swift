import PanelProtocol

/// The options of a table in the file, with their defaults.
struct OptionTable<Target>: Sendable {
    private let table: AnyOptionTable

    /// - Parameters:
    ///   - target: Makes a target without any options, which has the defaults.
    ///   - others: Further options whose defaults are needed by the code that reads the table.
    ///   - options: The options, in the order of the manual.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init(
        of target: @autoclosure @escaping @Sendable () -> Target, asking others: [String] = [],
        @OptionBuilder<Target> options: () -> OptionList<Target>
    ) {
        table = AnyOptionTable(options().options, asking: others) { body in
            var target = target()
            withUnsafeMutablePointer(to: &target) { body(OptionTarget($0)) }
        }
    }

    /// The keys, in the order of the manual.
    var keys: [String] { table.keys }

    /// The entries for readers, in the order of the manual.
    var entries: [OptionEntry] { table.entries }

    /// Reads all options of a table in the file, and warns of those without effect.
    func read(_ fields: inout TableFields) -> OptionValues<Target> {
        OptionValues(values: table.read(&fields))
    }

    /// Warns that all options in a table of the file have no effect, except `default`.
    func noteNotInEffect(in fields: inout TableFields, because cause: String) {
        table.noteNotInEffect(in: &fields, because: cause)
    }
}

/// The options of a table that a file sets.
struct OptionValues<Target>: Sendable {
    fileprivate let values: AnyOptionValues

    /// Whether the file sets the option to a valid value.
    func has(_ key: String) -> Bool { values.value(key) != nil }

    /// The value of an option in the file; `nil` if it is not set.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func value<Value>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        values.value(key) as? Value
    }

    /// The value of an option, or its default, as in a file; `nil` if it cannot be written.
    func written(_ key: String) -> String? { values.written(key) }

    /// The options in the reply to `list`.
    var listed: [ControlInfo.Setting] { values.listed }

    /// Applies the options of the file to a target.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func apply(to target: inout Target, images: ImageCollection? = nil) {
        withUnsafeMutablePointer(to: &target) {
            values.apply(to: OptionTarget($0), images: images)
        }
    }

    /// Whether others have the same function, apart from the appearance.
    func isEquivalent(to other: OptionValues) -> Bool { values.isEquivalent(to: other.values) }
}

extension OptionValues where Target: AnyObject {
    /// Applies the options to a view. A kept view first gets the default appearance.
    ///
    /// - Parameter make: Creates a view without any options.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func apply(to view: Target, _ style: ControlStyle, make: () -> Target) {
        var view = view
        if style.keptView != nil { copyAppearance(from: make(), to: &view) }
        apply(to: &view, images: style.images)
    }

    /// Copies all options that only change the appearance.
    private func copyAppearance(from source: Target, to target: inout Target) {
        var source = source
        withUnsafeMutablePointer(to: &source) { source in
            withUnsafeMutablePointer(to: &target) { target in
                for option in values.table.options where option.entry.isAppearanceOnly {
                    option.copy(OptionTarget(source), OptionTarget(target))
                }
            }
        }
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
