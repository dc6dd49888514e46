import PanelProtocol
import TOML

/// A choice between words: `options` and `default` in a file.
struct ChoiceDescription: Equatable, Sendable {
    /// At least one, and unique.
    let options: [Option]
    /// The index of the option at start.
    let defaultIndex: Int

    /// A word and its text for people.
    struct Option: Equatable, Sendable {
        var value: String
        var label: String
    }

    static let table = OptionTable<Void>(of: ()) {
        PanelOption("options", .options, "Words, or tables with \"value\" and \"label\".").required
        PanelOption(
            "default", .plainText(), otherwise: .phrase("the first"),
            "The initial word: one of the options.")
    }

    var words: [String] { options.map(\.value) }
    var labels: [String] { options.map(\.label) }
    var converter: ChoiceConverter { ChoiceConverter(options: words, labels: labels) }
    var defaultValue: ControlValue { .text(options[defaultIndex].value) }

    /// Whether another choice has the same words, whatever their labels.
    func isEquivalent(to other: ChoiceDescription) -> Bool {
        words == other.words && defaultIndex == other.defaultIndex
    }

    init(_ fields: inout TableFields) {
        let values = Self.table.read(&fields)
        let given: [Option] = values.value("options") ?? []
        // Without valid words, the other options can still be checked.
        options = given.isEmpty ? [Option(value: "", label: "")] : given
        guard let word: String = values.value("default"), !given.isEmpty else {
            defaultIndex = 0
            return
        }
        let index = given.firstIndex { $0.value == word }
        if index == nil { fields.noteUnknown(word, at: "default", known: given.map(\.value)) }
        defaultIndex = index ?? 0
    }
}

extension OptionForm where Value == [ChoiceDescription.Option] {
    /// Words, or tables with a word and its label.
    fileprivate static var options: Self {
        let table = OptionShape.table([
            OptionEntry(
                key: "value", shape: .text(bytes: Limit.text.most), sentence: "The word.",
                isRequired: true),
            OptionEntry(
                key: "label", shape: .text(bytes: Limit.text.most), sentence: "The displayed name.",
                defaultValue: .phrase("the value")),
        ])
        return Self(
            .list(.either([.text(bytes: Limit.text.most), table]), count: 1...Limit.words.most),
            read: { fields, key in fields.options(key) },
            written: { $0.map(\.value).written })
    }
}

extension TableFields {
    /// The unique words of a choice; `nil` if there are none.
    fileprivate mutating func options(_ key: String) -> [ChoiceDescription.Option]? {
        guard let value = value(key) else { return nil }
        guard let elements = value.asArray, !elements.isEmpty else {
            error("'\(key)': expected an array of 1 to \(Limit.words.most) words", at: key)
            return nil
        }
        if let problem = Limit.words.problem(with: elements.count) {
            error("'\(key)': \(problem)", at: key)
            return nil
        }
        var options: [ChoiceDescription.Option] = []
        for element in elements {
            guard let option = option(element, of: key) else { continue }
            if options.contains(where: { $0.value == option.value }) {
                notes.error("'\(key)': '\(option.value)' is a duplicate", at: element.position)
            }
            options.append(option)
        }
        return options
    }

    private func option(_ element: TOMLValue, of key: String) -> ChoiceDescription.Option? {
        if let word = element.asString { return ChoiceDescription.Option(value: word, label: word) }
        guard let entries = element.asTable else {
            notes.error(
                "'\(key)': expected a string or { value = …, label = … }, found "
                    + element.kindName, at: element.position)
            return nil
        }
        var table = TableFields(
            entries, name: "an option", position: element.position, notes: notes)
        let value = table.requiredString("value")
        let label = table.string("label")
        table.noteUnknownKeys()
        return value.map { ChoiceDescription.Option(value: $0, label: label ?? $0) }
    }
}
