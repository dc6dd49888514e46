import Drawing
import PanelProtocol
import TOML

/// Reads the root table of a panel file into a description.
///
/// Templates and exceptions stay tables, which are merged before a control is read. So each note
/// points to the line to change.
struct PanelFileReader {
    var root: TableFields
    let notes: PanelFileNotes
    var strips: StripReader

    /// The theme to start from, in place of the file's.
    private let base: ThemeDescription.Base?

    init(
        _ document: TOMLValue, types: [ControlType], notes: PanelFileNotes,
        base: ThemeDescription.Base? = nil
    ) {
        self.notes = notes
        self.base = base
        root = TableFields(
            document.asTable ?? [], name: "the panel",
            position: SourcePosition(line: 1, column: 1), notes: notes)
        strips = StripReader(types: types, notes: notes)
    }

    /// The description. It is valid only if no error was recorded.
    mutating func readPanel() -> PanelDescription {
        let options = FileOptions.table.read(&root)
        let name: String = options.value("name") ?? "panel"
        let display = readDisplay()
        let input = readInput()
        let socket = readSocket()
        let state = readState()
        let lockFields = root.table("lock", name: "[lock]")
        let lock = read(lockFields)
        var theme = readTheme()
        if let base { theme.base = base }
        strips.theme = theme
        strips.pages = readPageNames()
        strips.templates = readTemplates()
        strips.exceptions = readExceptions()
        var pages = readPages()
        let areas = readAreas()
        let allPages = pages + areas.map(\.page)
        strips.finish()
        findBoldFont(of: &theme, for: Self.boldText(on: allPages))
        let groups = GroupReader(
            root.table("groups", name: "[groups]"), keys: strips.references.groupedKeys,
            notes: notes
        ).groups
        strips.references.checkSelections(among: groups)
        let scenes = SceneReader(
            root.tables("scenes", name: "a scene", limit: .scenes) ?? [], pages: allPages,
            notes: notes
        ).scenes
        noteUnknownScene(of: state, among: scenes)
        let links = LinkReader(
            root.tables("links", name: "a link", limit: .links) ?? [], pages: allPages, notes: notes
        ).links
        let controls = allPages.flatMap(\.strips).flatMap(\.controls)
        ActionReader(
            pages: strips.pages, scenes: scenes, controls: controls, links: links, notes: notes
        ).check()
        if let lockFields { lock.check(lockFields, controls: controls) }
        strips.describeUses(on: &pages, besides: areas)
        let bridges = root.table("bridges", name: "[bridges]").map(
            BridgeReader(notes: notes).read)
        root.noteUnknownKeys()
        return PanelDescription(
            name: name, direction: options.value("direction") ?? .leftToRight, display: display,
            input: input, socket: socket, state: state, lock: lock,
            theme: theme, pages: pages, areas: areas, groups: groups, links: links, scenes: scenes,
            bridges: bridges ?? JSONObject())
    }

    /// The IDs and labels of the pages, which controls may use before the pages are read.
    private mutating func readPageNames() -> [PageName] {
        let tables = (root.value("pages")?.asArray ?? []).compactMap(\.asTable)
        return tables.flatMap { entries in
            let value = { (key: String) in entries.first { $0.key == key }?.value }
            let strips = value("strips")?.asArray?.compactMap(\.asTable) ?? []
            let counts = strips.map { strip in
                strip.first { $0.key == "count" }?.value.asCount ?? 1
            }
            return (value("id")?.asString).map { id in
                PageName.names(
                    ofPage: id, label: value("label")?.asString, isOnly: tables.count == 1,
                    stripCount: counts.reduce(0, +), bankSize: value("banks")?.asCount)
            } ?? []
        }
    }

    private mutating func readPages() -> [PageDescription] {
        guard let tables = root.tables("pages", name: "a page", limit: .pages), !tables.isEmpty
        else {
            if root.value("pages")?.asArray?.isEmpty ?? !root.request("pages") {
                notes.error(
                    "a panel needs at least one page, [[pages]]", at: root.position(of: "pages"))
            }
            return []
        }
        var taken: Set<String> = []
        let pages = tables.flatMap {
            readPage($0, isOnly: tables.count == 1, taken: &taken)
        }
        if let problem = Limit.pages.problem(with: pages.count) {
            notes.error(problem, at: root.position(of: "pages"))
            return []
        }
        return pages
    }

    /// A page, or its banks.
    private mutating func readPage(
        _ table: TableFields, isOnly: Bool, taken: inout Set<String>
    ) -> [PageDescription] {
        var fields = table
        let options = PageOptions.table.read(&fields)
        let id: String? = options.value("id")
        if let id, !taken.insert(id).inserted {
            fields.error("the id '\(id)' is taken by another page", at: "id")
        }
        let bankSize: Int? = options.value("banks")
        var rest = strips.readStrips(of: &fields)[...]
        fields.noteUnknownKeys()
        let names = PageName.names(
            ofPage: id ?? "", label: options.value("label"), isOnly: isOnly,
            stripCount: rest.count, bankSize: bankSize)
        return names.map { name in
            let strips = rest.prefix(bankSize ?? rest.count)
            rest = rest.dropFirst(strips.count)
            return PageDescription(
                id: name.id, label: name.label, strips: Array(strips),
                bankSize: names.count > 1 ? bankSize : nil, hasOwnBanks: bankSize != nil,
                position: fields.position)
        }
    }

    private mutating func readTemplates() -> [String: TableFields] {
        readTables(in: "templates", name: "a template", limit: .templates)
    }

    private mutating func readExceptions() -> [String: TableFields] {
        readTables(in: "strips", name: "an exception", limit: .strips)
    }

    private mutating func readTables(
        in section: String, name: String, limit: Limit
    ) -> [String: TableFields] {
        guard var section = root.table(section, name: "[\(section)]") else { return [:] }
        if let problem = limit.problem(with: section.unknown.count) {
            notes.error(problem, at: section.position)
            return [:]
        }
        var tables: [String: TableFields] = [:]
        for entry in section.unknown {
            tables[entry.key] = section.table(entry.key, name: name)
        }
        return tables
    }

    private mutating func readDisplay() -> DisplayDescription {
        guard var fields = root.table("display", name: "[display]") else {
            return DisplayDescription()
        }
        let display = DisplayDescription(&fields)
        fields.noteUnknownKeys()
        return display
    }

    private mutating func readInput() -> InputDescription {
        guard var fields = root.table("input", name: "[input]") else { return InputDescription() }
        let input = InputDescription(&fields)
        fields.noteUnknownKeys()
        return input
    }

    private mutating func readSocket() -> SocketDescription {
        guard var fields = root.table("socket", name: "[socket]") else {
            return SocketDescription()
        }
        let socket = SocketDescription(&fields)
        fields.noteUnknownKeys()
        return socket
    }

    private mutating func readState() -> StateDescription {
        guard var fields = root.table("state", name: "[state]") else { return StateDescription() }
        let state = StateDescription(&fields)
        fields.noteUnknownKeys()
        return state
    }

    private func read(_ lock: TableFields?) -> LockDescription {
        guard var fields = lock else { return LockDescription() }
        let lock = LockDescription(&fields)
        fields.noteUnknownKeys()
        return lock
    }

    /// Checks the scene of `[state]`. A scene stored by clients has precedence, but the file must
    /// define it too, or the panel might start without values.
    private mutating func noteUnknownScene(of state: StateDescription, among scenes: [PanelScene]) {
        guard case .scene(let name) = state.start, !scenes.contains(where: { $0.name == name })
        else { return }
        let near = Suggestions.question(for: name, among: scenes.map(\.name))
        let entry = root.value("state")?.asTable?.first { $0.key == "restore" }
        notes.error(
            "'restore': no scene '\(name)' in [[scenes]]\(near)",
            at: entry?.value.position ?? root.position(of: "state"))
    }

    private mutating func readTheme() -> ThemeDescription {
        guard var fields = root.table("theme", name: "[theme]") else { return ThemeDescription() }
        let theme = ThemeDescription(&fields)
        theme.noteMisspeltColors(in: fields, of: root)
        return theme
    }

    /// The first bold text of some pages.
    private static func boldText(on pages: [PageDescription]) -> SourcePosition? {
        for page in pages {
            for strip in page.strips {
                if let bold = strip.boldText { return bold }
            }
        }
        return nil
    }

    /// Finds the bold font, and warns if there is one and no text is bold.
    private mutating func findBoldFont(
        of theme: inout ThemeDescription, for bold: SourcePosition?
    ) {
        if bold == nil, theme.boldFontPath != nil, let fields = root.table("theme", name: "[theme]")
        {
            notes.warning(
                "'bold_font' is not in effect: no text is bold",
                at: fields.position(of: "bold_font"))
        }
        theme.findBoldFont(for: bold, notes: notes)
    }
}

extension TOMLValue {
    /// The value as a number of strips or banks; `nil` if it is not an integer from 1 to 10000.
    fileprivate var asCount: Int? {
        guard case .integer(let number) = content, (1...10_000).contains(number) else { return nil }
        return Int(number)
    }
}
