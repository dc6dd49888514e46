import PanelProtocol

extension LockDescription {
    static let options = OptionTable(of: LockDescription()) {
        PanelOption(
            "pin", \.pin, .pin, otherwise: "none",
            "The PIN that unlocks the panel, 1 to 12 digits. A finger on a padlock of the locked panel, or on a key that locks it, opens keys to type it."
        )
        PanelOption(
            "except", \.exceptions, .patterns, otherwise: "none",
            "The controls that stay free when a key locks the panel; their names may have * and ?.")
    }

    /// Reads `[lock]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.options.read(&fields).apply(to: &self)
    }

    /// Reports exceptions that match no control, and exceptions in a file where no key locks the
    /// panel.
    func check(_ fields: TableFields, controls: [ControlDescription]) {
        guard !exceptions.isEmpty else { return }
        for exception in exceptions where !controls.contains(where: { exception.matches($0.id) }) {
            let near = fields.notes.question(
                for: exception.pattern, among: controls.map(\.id))
            fields.error("'except': no control '\(exception.pattern)'\(near)", at: "except")
        }
        var fields = fields
        if !controls.contains(where: { $0.kind.action?.kind == .lock }) {
            fields.noteNotInEffect(["except"], because: "no key locks the panel")
        }
    }
}

extension OptionForm where Value == [Glob] {
    /// The names of controls, with `*` and `?`.
    fileprivate static var patterns: Self {
        OptionForm<[String]>.texts.map({ $0.map(Glob.init) }, back: { $0.map(\.pattern) })
    }
}
