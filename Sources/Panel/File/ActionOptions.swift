import PanelProtocol
import TOML

/// The options of a key's action in a panel file. Exactly one of them is set.
struct ActionOptions: Sendable {
    var page: String?
    var scene: String?
    var fade = Duration.zero
    var store: String?
    var set: [KeyAction.Setting]?
    var reset: String?
    var locks = false
    var unlock: String?
    var blanks = false
    var undoes = false
    var redoes = false
    var spill: String?
    var run: String?

    static let table = OptionTable(of: ActionOptions()) {
        PanelOption(
            "page", \.page, .text, otherwise: "none",
            "Shows a page, by its id; \"next\" or \"prev\" shows a neighbour.")
        PanelOption("scene", \.scene, .name, otherwise: "none", "Recalls this scene.")
        PanelOption(
            "over_ms", \.fade, .milliseconds(in: 0...SetRequest.longestFade), unit: "ms",
            "How long the values of the scene fade."
        ).onlyWith("scene")
        PanelOption(
            "store", \.store, .name, otherwise: "none",
            "Stores the values of all controls as this scene.")
        PanelOption(
            "set", \.set, .settings, otherwise: "none",
            "Sets controls: a table with a value for each name, which may have * and ?.")
        PanelOption(
            "reset", \.reset, .text, otherwise: "none",
            "Sets the controls with this name to their defaults; it may have * and ?.")
        PanelOption(
            "lock", \.locks, .isTrue, otherwise: "none",
            "Locks the panel against fingers. The key unlocks it again, with the PIN of [lock] if there is one."
        )
        PanelOption(
            "unlock", \.unlock, .pin, otherwise: "none",
            "Asks for this PIN, which unlocks the panel.")
        PanelOption(
            "blank", \.blanks, .isTrue, otherwise: "none",
            "Switches the display off when the finger has lifted.")
        PanelOption("undo", \.undoes, .isTrue, otherwise: "none", "Undoes the last change.")
        PanelOption(
            "redo", \.redoes, .isTrue, otherwise: "none",
            "Redoes the change that was undone last.")
        PanelOption(
            "spill", \.spill, .text, otherwise: "none",
            "Shows only the strips of the VCA with this master, a control or its strip; when pressed again, all strips."
        )
        PanelOption(
            "run", \.run, .name, otherwise: "none",
            "Only sends the event, with this name for programs.")
    }

    /// The keys for actions. A file has exactly one of them.
    static let words = table.entries.map(\.key).filter { $0 != "over_ms" }

    /// The action; `nil` without a valid one.
    fileprivate var kind: KeyAction.Kind? {
        if let page { return .page(page) }
        if let scene { return .scene(scene, over: fade) }
        if let store { return .store(store) }
        if let set { return .set(set) }
        if let reset { return .reset(Glob(reset)) }
        if locks { return .lock }
        if let unlock { return .unlock(pin: unlock) }
        if blanks { return .blank }
        if undoes { return .undo }
        if redoes { return .redo }
        if let spill { return .spill(spill) }
        return run.map { .run($0) }
    }
}

extension OptionForm where Value == KeyAction {
    /// A table with one action.
    static var action: Self {
        Self(
            .table(ActionOptions.table.entries), read: { $0.action($1) },
            written: { "{ \($0.word) = … }" })
    }
}

extension OptionForm where Value == [KeyAction.Setting] {
    /// A table of values by the names of controls.
    fileprivate static var settings: Self {
        Self(
            .named(.anything), read: { $0.settings($1).map { $0.map(\.setting) } },
            written: { _ in "{}" })
    }
}

extension OptionForm where Value == Bool {
    /// Only `true`: `false` is an error, because omitting the option means the same.
    fileprivate static var isTrue: Self {
        Self(
            .flag,
            read: { fields, key in
                guard let flag = fields.boolean(key) else { return nil }
                if flag { return true }
                fields.error("'\(key)' is false: leave it out, or write true", at: key)
                return nil
            })
    }
}

extension OptionForm where Value == String {
    /// A name that clients use, of 1 to 64 bytes.
    fileprivate static var name: Self {
        Self(
            .text(bytes: Limit.name.most),
            read: { fields, key in
                guard let name = Self.text.read(&fields, key) else { return nil }
                return fields.checkName(name, at: key) ? name : nil
            }, written: { $0.written })
    }

    /// A PIN of 1 to 12 digits.
    static var pin: Self {
        Self(
            .form(pattern: "^[0-9]{1,12}$", example: "1234"),
            read: { fields, key in
                guard let pin = fields.string(key, expected: "a PIN in quotes, as in \"1234\"")
                else { return nil }
                let isValid =
                    (1...12).contains(pin.utf8.count)
                    && pin.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                if isValid { return pin }
                fields.error("'\(key)': a PIN has 1 to 12 digits, as in \"1234\"", at: key)
                return nil
            }, written: { $0.written })
    }
}

extension TableFields {
    /// An action, if the table has exactly one.
    fileprivate mutating func action(_ key: String) -> KeyAction? {
        guard var fields = table(key, name: "an action") else { return nil }
        let place = position(of: key)
        var options = ActionOptions()
        ActionOptions.table.read(&fields).apply(to: &options)
        fields.noteUnknownKeys()
        let given = ActionOptions.words.filter(fields.contains)
        guard let word = given.first, given.count == 1 else {
            let found =
                given.isEmpty ? "does nothing" : "has \(given.joined(separator: " and "))"
            notes.error(
                "'\(key)' \(found): expected one of \(ActionOptions.words.joined(separator: ", "))",
                at: place)
            return nil
        }
        let positions =
            word == "set"
            ? fields.settings(word).map { $0.map(\.position) } : [fields.position(of: word)]
        return options.kind.map { KeyAction(kind: $0, word: word, positions: positions ?? []) }
    }

    /// The values of a table by the names of controls, each with its position.
    fileprivate mutating func settings(
        _ key: String
    ) -> [(setting: KeyAction.Setting, position: SourcePosition)]? {
        guard let table = table(key, name: "'\(key)'") else { return nil }
        if let problem = Limit.entries.problem(with: table.unknown.count) {
            error("'\(key)': \(problem)", at: key)
            return nil
        }
        var settings: [(setting: KeyAction.Setting, position: SourcePosition)] = []
        let entries = table.controlEntries
        if entries.isEmpty { error("'\(key)' names no control", at: key) }
        for (name, entry) in entries {
            guard let value = ControlValue(entry.value) else {
                notes.error(
                    "'\(name)': expected a value, found \(entry.value.kindName)",
                    at: entry.value.position)
                continue
            }
            let pattern = Glob(name.numbered(surroundings.number))
            settings.append(
                (KeyAction.Setting(pattern: pattern, value: value), entry.value.position))
        }
        return settings.isEmpty ? nil : settings
    }
}
