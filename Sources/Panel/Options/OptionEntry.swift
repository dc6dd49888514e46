/// An option as readers need it: everything except how it is read and applied.
package struct OptionEntry: Equatable, Sendable {
    /// The key in the file, such as `start_angle`.
    package let key: String
    private let values: Values
    /// The unit of its numbers; empty for none.
    package var unit = ""
    /// Its effect, in a sentence.
    package let sentence: String
    /// The default: a value as in a file, or a phrase. `nil` for none.
    package var defaultValue: Default?
    /// Whether the file must have it.
    package var isRequired = false
    /// Whether the option only changes the appearance of the control, and not its reaction to
    /// fingers or its values.
    package var isAppearanceOnly = false
    /// Whether the reply to `list` contains it.
    package var isListed = false
    /// Whether it only has an effect on a control that fingers move.
    package var isOnlyForFingers = false
    /// The conditions under which it has an effect.
    package var conditions: [OptionCondition] = []

    /// The form of the values, and the effects of words. Only the manual and the schema need them,
    /// so they are not made at a start.
    private struct Values: Equatable, Sendable {
        let shape: @Sendable () -> OptionShape
        let words: @Sendable () -> [Word]

        static func == (one: Values, other: Values) -> Bool {
            one.shape() == other.shape() && one.words() == other.words()
        }
    }

    /// An option whose words need no sentences.
    init(
        key: String, shape: @autoclosure @escaping @Sendable () -> OptionShape,
        sentence: String, defaultValue: Default? = nil, isRequired: Bool = false
    ) {
        self.init(
            key: key, shape: shape, words: { [] }, sentence: sentence, defaultValue: defaultValue)
        self.isRequired = isRequired
    }

    init(
        key: String, shape: @escaping @Sendable () -> OptionShape,
        words: @escaping @Sendable () -> [Word], unit: String = "", sentence: String,
        defaultValue: Default?
    ) {
        self.key = key
        values = Values(shape: shape, words: words)
        self.unit = unit
        self.sentence = sentence
        self.defaultValue = defaultValue
    }

    /// The form of its value.
    package var shape: OptionShape { values.shape() }

    /// The effect of each word that needs a sentence.
    package var words: [Word] { values.words() }

    /// The same option, which only has an effect if another one has a value.
    func onlyWhen(_ key: String, is value: String) -> OptionEntry {
        var entry = self
        entry.conditions.append(OptionCondition(key: key, values: [value], isWanted: true))
        return entry
    }

    /// The same option, not required.
    var optional: OptionEntry {
        var entry = self
        entry.isRequired = false
        entry.defaultValue = .phrase("none")
        return entry
    }

    /// A word with its effect.
    package struct Word: Equatable, Sendable {
        package let word: String
        package let sentence: String
    }

    /// The default of an option.
    package enum Default: Equatable, Sendable {
        /// A value as in a file: `250`, `"live"`.
        case value(String)
        /// A phrase for readers: `as the taper has it`.
        case phrase(String)
    }
}

/// A condition on another option, without which an option has no effect.
package struct OptionCondition: Equatable, Sendable {
    /// The other option.
    package let key: String
    /// Its values, as in a file: `true`, `"latched"`; none for any value.
    package let values: [String]
    /// Whether the other option must have one of the values, or must have none of them.
    package let isWanted: Bool

    /// Why the option has no effect if the other one has this value (`nil`: none); `nil` if the
    /// option has an effect.
    func problem(with value: String?) -> String? {
        guard let value else { return isWanted ? "'\(key)' is not set" : nil }
        if values.isEmpty { return isWanted ? nil : "'\(key)' is set" }
        guard values.contains(value) != isWanted else { return nil }
        let isFlag = value == "true" || value == "false"
        guard isWanted, !isFlag, values.count == 1 else { return "'\(key)' is \(value)" }
        return "'\(key)' is not \(values[0])"
    }
}
