import PanelProtocol

extension StateDescription {
    static let options = OptionTable(of: StateDescription()) {
        PanelOption(
            "restore", \.start, .start,
            "The values at start. The file has a scene of that name; one that a client has stored under it is taken before that."
        )
        PanelOption(
            "save_after_ms", \.saveDelay, .milliseconds(in: 10...60_000), unit: "ms",
            "How long nothing must have changed, with no finger on the panel, before the values are saved: at the latest 5 s after the first change, or this time if it is longer. Of a control that fades, the value that it is going to is saved."
        )
    }

    /// Reads `[state]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.options.read(&fields).apply(to: &self)
    }
}

extension OptionForm where Value == StateDescription.Start {
    fileprivate static var start: Self {
        var form = Self(
            .form(pattern: "^(last|defaults|scene:.+)$", example: "last"),
            read: { fields, key in
                guard let word = fields.string(key) else { return nil }
                switch word {
                case "last": return .last
                case "defaults": return .defaults
                case _ where word.hasPrefix("scene:") && word.utf8.count > 6:
                    return .scene(String(word.dropFirst(6)))
                default:
                    fields.noteUnknown(word, at: key, known: ["last", "defaults", "scene:NAME"])
                    return nil
                }
            },
            written: { start in
                switch start {
                case .last: "\"last\""
                case .defaults: "\"defaults\""
                case .scene(let name): "\"scene:\(name)\""
                }
            })
        form.words = {
            [
                ("last", "what they were last"), ("defaults", "what the panel file says"),
                ("scene:NAME", "what a scene says"),
            ].map { OptionEntry.Word(word: $0.0, sentence: $0.1) }
        }
        return form
    }
}
