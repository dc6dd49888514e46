import PanelProtocol
import TOML

/// The addresses of a control or a strip in other programs, which bridges read.
struct BindOptions: Sendable {
    /// The addresses, sorted by the names of the bridges. Each name occurs once.
    private(set) var texts: [Text]

    /// The address for one kind of bridge.
    struct Text: Sendable {
        /// The name of the bridge, such as `osc`.
        var bridge: String
        /// The address. `{n}` in it stands for the number of the strip; empty for none.
        var text: String
        var position: SourcePosition
    }

    /// Keeps only the first text for each name.
    init(_ texts: [Text] = []) {
        self.texts = []
        for text in texts where !self.texts.contains(where: { $0.bridge == text.bridge }) {
            self.texts.append(text)
        }
        self.texts.sort { $0.bridge < $1.bridge }
    }

    /// These texts, with missing ones taken from others.
    func over(_ others: BindOptions) -> BindOptions { BindOptions(texts + others.texts) }

    /// The texts for one strip. Empty ones are left out.
    ///
    /// - Parameters:
    ///   - number: The number of the strip.
    ///   - strip: The strip's ID.
    ///   - isNumbered: Whether the file gives the strip a number.
    func resolved(
        _ number: Int, of strip: String, isNumbered: Bool, notes: PanelFileNotes
    ) -> BindOptions {
        let given = texts.filter { !$0.text.isEmpty }
        if let problem = Limit.binds.problem(with: given.count) {
            notes.error("'bind': \(problem)", at: given[Limit.binds.most].position)
        }
        return BindOptions(
            given.map { given in
                var text = given
                text.text = given.text.numbered(number)
                if !isNumbered, text.text != given.text {
                    notes.error(
                        "'bind': '\(given.text)' has the number of the strip, and '\(strip)' has "
                            + "none: write '{n}' in its id, set 'first', or set "
                            + "'bind.\(given.bridge)' in [strips.\(strip)]", at: given.position)
                }
                return text
            })
    }

    /// The texts in the reply to `list`.
    var listed: [ControlInfo.Setting] { texts.map { .init($0.bridge, .text($0.text)) } }
}

/// Options with addresses in other programs.
protocol HasBridgeAddresses: SendableMetatype {
    var bind: BindOptions { get set }
}

extension PanelOption where Target: HasBridgeAddresses {
    /// The addresses of a control or a strip in other programs.
    static func bind(_ sentence: String) -> Self {
        PanelOption("bind", \.bind, .bind, otherwise: "none", sentence)
    }
}

extension OptionForm where Value == BindOptions {
    /// A table of texts, by the names of bridges.
    fileprivate static var bind: Self {
        Self(
            .named(.text(bytes: Limit.text.most)), read: { $0.bind($1) },
            written: { bind in
                let texts = bind.texts.map { "\($0.bridge) = \($0.text.written)" }
                return "{ \(texts.joined(separator: ", ")) }"
            })
    }
}

extension TableFields {
    fileprivate mutating func bind(_ key: String) -> BindOptions? {
        guard let value = value(key) else { return nil }
        guard let entries = value.asTable else {
            error(
                "'\(key)': expected a table of strings, such as { osc = \"/ch/{n:02}/mix/fader\" }, "
                    + "found \(value.kindName)", at: key)
            return nil
        }
        return BindOptions(entries.compactMap { bindText($0, in: key) })
    }

    private func bindText(_ entry: TOMLEntry, in key: String) -> BindOptions.Text? {
        let (bridge, position) = (entry.key, entry.value.position)
        if let problem = PanelID.problem(with: bridge, as: "the name of a bridge") {
            notes.error("'\(key)': \(problem)", at: entry.keyPosition)
            return nil
        }
        guard let text = entry.value.asString else {
            notes.error(
                "'\(key)': '\(bridge)': expected a string, found \(entry.value.kindName)",
                at: position)
            return nil
        }
        if let problem = Limit.text.problem(with: text.utf8.count) {
            notes.error("'\(key)': '\(bridge)': \(problem)", at: position)
            return nil
        }
        if let place = StripNumber.unknownPlace(in: text) {
            notes.error(
                "'\(key)': '\(place)' is unknown; use {n}, {n:02} or {n:A}", at: position)
            return nil
        }
        return BindOptions.Text(bridge: bridge, text: text, position: position)
    }
}
