/// An option as a reader needs it: all that is known of it but how it is read and applied.
package struct OptionEntry: Equatable, Sendable {
    /// The key in the file, such as `start_angle`.
    package let key: String
    /// What its value may be.
    package let shape: OptionShape
    /// The unit of its numbers; empty for none.
    package var unit = ""
    /// What it does, in a sentence.
    package let sentence: String
    /// What each word does, where that needs a sentence.
    package var words: [Word] = []
    /// What holds without it: a value as a file would have it, or a phrase. Nil for nothing.
    package var standard: Standard?
    /// Whether the file must have it.
    package var isRequired = false
    /// Whether it only changes how the control looks: not what a finger or a value means.
    package var isLook = false
    /// Whether `list` has it.
    package var isListed = false
    /// What must hold for it to be in effect.
    package var conditions: [OptionCondition] = []

    /// The same option, in effect only where another one has a value.
    func onlyWhen(_ key: String, is value: String) -> OptionEntry {
        var entry = self
        entry.conditions.append(OptionCondition(key: key, values: [value], isWanted: true))
        return entry
    }

    /// The same option, which a file may leave out.
    var optional: OptionEntry {
        var entry = self
        entry.isRequired = false
        entry.standard = .phrase("none")
        return entry
    }

    /// A word, and what it does.
    package struct Word: Equatable, Sendable {
        package let word: String
        package let sentence: String
    }

    /// What holds where the file says nothing.
    package enum Standard: Equatable, Sendable {
        /// A value, as a file would have it: `250`, `"live"`.
        case value(String)
        /// A phrase for readers: `as the taper has it`.
        case phrase(String)
    }
}

/// What another option must be, or must not be, for an option to be in effect.
package struct OptionCondition: Equatable, Sendable {
    /// The other option.
    package let key: String
    /// Values of it, as a file would have them: `true`, `"latched"`; none for any value.
    package let values: [String]
    /// Whether it must be one of the values, and not another.
    package let isWanted: Bool

    /// Why the option is not in effect where the other one has a value; nil if it is.
    func problem(with value: String?) -> String? {
        guard !values.isEmpty else {
            guard (value != nil) != isWanted else { return nil }
            return isWanted ? "there is no '\(key)'" : "there is a '\(key)'"
        }
        guard let value else { return nil }
        guard values.contains(value) != isWanted else { return nil }
        let isFlag = value == "true" || value == "false"
        guard isWanted, !isFlag, values.count == 1 else { return "'\(key)' is \(value)" }
        return "'\(key)' is not \(values[0])"
    }
}
