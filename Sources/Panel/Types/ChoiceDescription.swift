import PanelProtocol

/// Words of which a control has one, as a file gives them: `options` and `default`.
struct ChoiceDescription: Equatable, Sendable {
    /// At least one, each once.
    var options: [Option]
    /// The index of the option at start.
    var defaultIndex: Int

    /// A word, and how a person reads it.
    struct Option: Equatable, Sendable {
        var value: String
        var label: String
    }

    var law: ChoiceLaw { ChoiceLaw(options: options.map(\.value), labels: labels) }
    var labels: [String] { options.map(\.label) }
    var defaultValue: ControlValue { .text(options[defaultIndex].value) }

    /// The same words, whatever people read.
    var withoutLabels: ChoiceDescription {
        var choice = self
        choice.options = options.map { Option(value: $0.value, label: $0.value) }
        return choice
    }

    init(_ fields: inout TableFields) {
        options = Self.readOptions(&fields)
        defaultIndex = 0
        let isUsable = !options.isEmpty
        // So that the rest of the control can be looked at all the same.
        if !isUsable { options = [Option(value: "", label: "")] }
        guard let word = fields.string("default"), isUsable else { return }
        if let index = options.firstIndex(where: { $0.value == word }) {
            defaultIndex = index
        } else {
            fields.noteUnknown(word, at: "default", known: options.map(\.value))
        }
    }

    private static func readOptions(_ fields: inout TableFields) -> [Option] {
        guard let value = fields.value("options") else {
            fields.notes.error("missing 'options' in \(fields.name)", at: fields.position)
            return []
        }
        guard let elements = value.asArray, (1...64).contains(elements.count) else {
            fields.error("'options': expected an array of 1 to 64 words", at: "options")
            return []
        }
        var options: [Option] = []
        for element in elements {
            guard let option = readOption(element, fields) else { continue }
            if options.contains(where: { $0.value == option.value }) {
                fields.notes.error(
                    "'options': '\(option.value)' is there twice", at: element.position)
            }
            options.append(option)
        }
        return options
    }

    private static func readOption(_ element: TOMLValue, _ fields: TableFields) -> Option? {
        if let word = element.asString { return Option(value: word, label: word) }
        guard let entries = element.asTable else {
            fields.notes.error(
                "'options': expected a string or { value = …, label = … }, found "
                    + element.kindName, at: element.position)
            return nil
        }
        var table = TableFields(
            entries, name: "an option", position: element.position, notes: fields.notes)
        let value = table.requiredString("value")
        let label = table.string("label")
        table.noteUnknownKeys()
        return value.map { Option(value: $0, label: label ?? $0) }
    }
}
