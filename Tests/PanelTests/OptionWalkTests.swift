import PanelReference
import Testing

@testable import Panel

/// Every option of every type and every table, at its least, its greatest, its default and wrong
/// values. The options come from the tables that the reader goes by.
struct OptionWalkTests {
    /// An option in the midst of a file.
    struct Place: CustomTestStringConvertible, Sendable {
        let name: String
        let entry: OptionEntry
        /// The rest of the file, without the option.
        let file: @Sendable (_ option: String) -> String

        var testDescription: String { "\(name): \(entry.key)" }

        func reading(_ value: String) -> PanelFile {
            PanelFile(text: file("\(entry.key) = \(value)"), name: "t.toml")
        }
    }

    @Test(arguments: places) func `a value within the limits is accepted`(place: Place) {
        for value in place.entry.shape.goodValues {
            let errors = place.reading(value).errors.filter { $0.isOfForm(of: place.entry) }
            #expect(errors.isEmpty, "\(value): \(errors)")
        }
    }

    @Test(arguments: places) func `a wrong value is an error that names the option`(place: Place) {
        for value in place.entry.shape.wrongValues {
            let errors = place.reading(value).errors
            #expect(errors.contains { $0.names(place.entry) }, "\(value): \(errors)")
        }
    }

    @Test(arguments: places.filter { $0.entry.writtenDefault != nil })
    func `the default can be written explicitly`(place: Place) throws {
        let file = place.reading(try #require(place.entry.writtenDefault))
        #expect(file.errors.filter { $0.isOfForm(of: place.entry) } == [])
    }

    @Test(arguments: places) func `an option is known, and has a sentence and a default`(
        place: Place
    ) {
        let entry = place.entry
        #expect(entry.sentence.hasSuffix(".") && entry.sentence.first?.isUppercase == true)
        #expect(entry.defaultSentence != nil || entry.shape == .image, "\(entry.key)")
        for value in entry.shape.goodValues.prefix(1) {
            let unknown = place.reading(value).warnings.filter {
                $0.message.contains("unknown key '\(entry.key)'")
            }
            #expect(unknown.isEmpty)
        }
    }

    // MARK: Places

    private static let required: KeyValuePairs = [
        "segmented": #"options = ["one", "two"]"#, "image": "file = \"\(OptionCases.image)\"",
    ]

    static let places: [Place] = ofControls + ofSections + ofGroups

    private static let ofControls: [Place] = ControlType.builtIn.flatMap { type in
        let options = type.commonOptions.filter { $0.key != "id" && $0.key != "type" }
        return (options + type.options).map { control(type.name, $0) }
    }

    private static let ofSections: [Place] = sections.flatMap { section, entries in
        entries.map { entry in
            Place(name: "[\(section)]", entry: entry) { option in
                "[\(section)]\n\(option)\n" + page("type = \"knob\"")
            }
        }
    }

    private static let ofGroups: [Place] = PanelOptions.group.map { entry in
        Place(name: "a group", entry: entry) { option in
            "[groups.g]\n\(option)\n" + page("type = \"button\", groups = [\"g\"]")
        }
    }

    private static let sections: KeyValuePairs = [
        "display": PanelOptions.display, "input": PanelOptions.input,
        "socket": PanelOptions.socket, "state": PanelOptions.state, "theme": PanelOptions.theme,
        "lock": PanelOptions.lock,
    ]

    private static func control(_ type: String, _ entry: OptionEntry) -> Place {
        // Conditions and required options stand beside it.
        var rest = required.filter { $0.key == type && !$0.value.hasPrefix(entry.key) }.map(\.value)
        for condition in entry.conditions where condition.isWanted {
            rest.append("\(condition.key) = \(condition.values.first ?? "\"bar\"")")
        }
        let others = rest
        return Place(name: type, entry: entry) { option in
            page((["type = \"\(type)\""] + others + [option]).joined(separator: ", "))
        }
    }

    private static func page(_ control: String) -> String {
        """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [{ id = "c", \(control) }] }]
        """
    }
}

extension OptionEntry {
    /// The default as a file would have it; nil for a phrase.
    fileprivate var writtenDefault: String? {
        if case .value(let value)? = defaultValue { value } else { nil }
    }
}

extension PanelFileError {
    /// Whether the message says which option it is about.
    fileprivate func names(_ entry: OptionEntry) -> Bool {
        message.contains("'\(entry.key)'") || message.contains("unknown \(entry.key) '")
    }

    /// Whether the option's value is none that it can have, whatever stands beside it.
    fileprivate func isOfForm(of entry: OptionEntry) -> Bool {
        let key = entry.key
        // The words of a choice are those of another option.
        if key == "default", entry.shape != .flag { return false }
        let bounds =
            switch entry.shape {
            case .number(let least?, let greatest?, _): "\(least.written)…\(greatest.written)"
            case .integer(let range): "\(range.lowerBound)…\(range.upperBound)"
            default: "no bounds"
            }
        return message.contains("'\(key)': expected") || message.hasPrefix("unknown \(key) '")
            || message.contains("'\(key)' is") && message.hasSuffix("outside \(bounds)")
            || message.contains("'\(key)' is") && message.contains("and must be above 0")
            || message.contains("'\(key)' is") && message.contains("; expected")
                && !message.contains("; expected seconds")
    }
}

extension OptionShape {
    fileprivate var excludesLeast: Bool {
        if case .number(_, _, let excludesLeast) = self { excludesLeast } else { false }
    }

    /// Values that it may have, as a file would have them: the least, the greatest, and words.
    fileprivate var goodValues: [String] {
        switch self {
        case .number(let least?, let greatest?, false): [least.written, greatest.written]
        case .number(_?, let greatest, true): ["0.001", (greatest ?? 0.5).written]
        case .number: ["0.5"]
        case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        case .numbers(let numbers): numbers.map(String.init)
        case .flag: ["true", "false"]
        case .text: ["\"Text\""]
        case .word(let words): words.map { "\"\($0)\"" }
        case .form(_, let example): ["\"\(example)\""]
        case .color: ["\"#35a7ff\"", "\"danger\""]
        case .image: ["\"\(OptionCases.image)\""]
        case .either(let shapes): shapes.flatMap(\.goodValues)
        case .list, .table, .named, .control, .anything: []
        }
    }

    /// Values that it cannot have.
    fileprivate var wrongValues: [String] {
        switch self {
        case .number(let least, let greatest, let excludesLeast):
            ["\"text\"", "nan"] + (least.map { [($0 - (excludesLeast ? 0 : 1)).written] } ?? [])
                + (greatest.map { [($0 + 1).written] } ?? [])
        case .integer(let range):
            ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "0.5", "\"text\""]
        case .numbers: ["1", "360", "\"text\""]
        case .flag: ["1", "\"true\""]
        case .text(let bytes): ["7", "\"" + String(repeating: "x", count: bytes + 1) + "\""]
        case .word: ["\"nonsense\"", "7", "\"\""]
        case .form: ["\"\"", "7"]
        case .color: ["\"#12\"", "\"nonsense\"", "7"]
        case .image: ["\"/nowhere.png\"", "7"]
        case .list: ["7", "[[]]"]
        case .table: ["7"]
        case .either, .named, .control, .anything: []
        }
    }
}
