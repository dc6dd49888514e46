import PanelProtocol

extension LinkDescription {
    static let options = OptionTable<Void>(of: ()) {
        PanelOption("controls", .texts, "The full names of the controls that follow one another.")
            .required
        PanelOption(
            "mode",
            .choice([
                LinkRequest.Mode.relative: "they keep their distances", .absolute: "they are equal",
                .vca: "the levels in effect of the others follow the first",
                .gang: "those that are selected keep their distances",
            ]), otherwise: .value("\"relative\""), "How they follow one another.")
        PanelOption(
            "in",
            .choice([
                LinkRequest.Measure.norm: "in travel", .value: "in their unit",
            ]), otherwise: .value("\"norm\""), "How the distance is measured."
        ).onlyWhen("mode", is: "\"relative\"", "\"absolute\"")
        PanelOption(
            "select", .plainText(), otherwise: .phrase("all controls are selected"),
            "The name of the key in the strip of each control that selects it. A gang has this, or 'while', or both."
        ).onlyWhen("mode", is: "\"gang\"")
        PanelOption(
            "while", .plainText(), otherwise: .phrase("while two keys are held"),
            "The full name of the key that gangs the selected controls while it is on."
        ).onlyWhen("mode", is: "\"gang\"")
        PanelOption(
            "name", .plainText(), otherwise: .phrase("link1, link2 …"), "Its name for clients.")
    }
}

/// Reads the links of a panel, after all controls.
struct LinkReader {
    private(set) var links: [LinkDescription] = []
    private var names: Set<String> = []
    /// The name of the link that contains each control.
    private var linksOfControls: [String: String] = [:]
    /// The name of the gang that contains each control.
    private var gangsOfControls: [String: String] = [:]
    private let controls: [String: ControlDescription]
    private let notes: PanelFileNotes

    init(_ tables: [TableFields], pages: [PageDescription], notes: PanelFileNotes) {
        self.notes = notes
        controls = tables.isEmpty ? [:] : .init(of: pages)
        for (index, table) in tables.enumerated() { read(table, number: index + 1) }
    }

    private mutating func read(_ table: TableFields, number: Int) {
        var fields = table
        let options = LinkDescription.options.read(&fields)
        let mode: LinkRequest.Mode = options.value("mode") ?? .relative
        let request = LinkRequest(
            name: options.value("name") ?? "link\(number)",
            controls: options.value("controls") ?? [],
            mode: mode, in: options.value("in") ?? .norm,
            select: mode == .gang ? options.value("select") : nil,
            while: mode == .gang ? options.value("while") : nil)
        fields.noteUnknownKeys()
        guard fields.request("controls"), check(request, fields) else { return }
        names.insert(request.name)
        switch request.mode {
        case .relative, .absolute: for id in request.controls { linksOfControls[id] = request.name }
        case .gang: for id in request.controls { gangsOfControls[id] = request.name }
        case .vca: break
        }
        links.append(LinkDescription(request: request, position: fields.position))
    }

    private func check(_ request: LinkRequest, _ fields: TableFields) -> Bool {
        guard fields.checkName(request.name, at: "name") else { return false }
        if names.contains(request.name) {
            fields.error("the name '\(request.name)' is taken by another link", at: "name")
            return false
        }
        for id in request.controls where controls[id] == nil {
            let near = notes.question(for: id, among: controls.keys.sorted())
            fields.error("'controls': no control '\(id)'\(near)", at: "controls")
            return false
        }
        if let problem = request.problemOfKeys({ id in controls[id].map { $0.kind.key != nil } }) {
            fields.error("'\(problem.field)': \(problem.text)", at: problem.field)
            return false
        }
        let problem = request.problem(
            with: request.controls.compactMap { candidate($0, for: request.mode) },
            among: links.map(\.request))
        if let problem {
            fields.error("'controls': \(problem)", at: "controls")
            return false
        }
        return true
    }

    private func candidate(_ id: String, for mode: LinkRequest.Mode) -> LinkCandidate? {
        controls[id].map { control in
            LinkCandidate(
                id: id, converter: control.kind.converter,
                value: control.kind.converter == nil ? nil : control.kind.defaultValue ?? .text(""),
                access: control.access,
                otherLink: mode == .gang ? gangsOfControls[id] : linksOfControls[id])
        }
    }
}

extension [String: ControlDescription] {
    /// The controls of some pages, by full ID.
    init(of pages: [PageDescription]) {
        let controls = pages.flatMap(\.strips).flatMap(\.allControls)
        self.init(controls.map { ($0.id, $0) }) { first, _ in first }
    }
}
