import Drawing
import PanelProtocol
import TOML

/// Builds strips from templates, counts and exceptions, on all pages of a panel.
struct StripReader {
    var theme = ThemeDescription()
    var pages: [PageName] = []
    var templates: [String: TableFields] = [:]
    /// The exceptions, by strip ID.
    var exceptions: [String: TableFields] = [:]

    private let types: [ControlType]
    let notes: PanelFileNotes
    /// The position of the first use of each full ID.
    private var controls: [String: SourcePosition] = [:]
    /// The strips so far, by ID. Strips with one ID on several pages are one strip.
    private var strips: [String: KnownStrip] = [:]
    /// Labels that show a control. They are checked after all controls are read.
    private var shown: [(id: String, position: SourcePosition)] = []
    /// The curves with a keypad, which opens from the labels that show their values.
    private var typed: [(id: String, position: SourcePosition)] = []
    /// The cards, with the full IDs of their choosers. They are checked at the end.
    private var cards: [(chooser: String, card: StackReader.Card)] = []
    /// The words of controls that choose among words, by full ID.
    private var words: [String: [String]] = [:]
    /// The types, in words, of controls that a label cannot show, by full ID.
    private var valueless: [String: String] = [:]
    /// The keys that name groups. They are checked after all groups are read.
    private(set) var groupedKeys: [GroupedKey] = []
    /// The strips that share a place, and the groups that select the visible one. They are checked
    /// after all groups are read.
    private var selections: [(group: String, strips: [String], position: SourcePosition)] = []
    /// The uses of strips that other pages describe, by their positions.
    var uses: [SourcePosition: Use] = [:]
    private var usedTemplates: Set<String> = []
    /// The number of strips so far. `controlCount` also counts rows, spaces and lines.
    var stripCount = 0
    private var controlCount = 0
    private var plotCount = 0

    init(types: [ControlType], notes: PanelFileNotes) {
        self.types = types
        self.notes = notes
    }

    /// The strips of one page.
    mutating func readStrips(of page: inout TableFields) -> [StripDescription] {
        if !page.request("strips") {
            notes.error("missing 'strips' in \(page.name)", at: page.position)
        }
        var taken: [String: SourcePosition] = [:]
        return (page.tables("strips", name: "a strip", limit: .strips) ?? []).flatMap {
            readStrips($0, taken: &taken)
        }
    }

    /// Makes the checks that need all strips.
    func finish() {
        for (name, template) in templates where !usedTemplates.contains(name) {
            check(template, named: name)
        }
        for (id, exception) in exceptions { check(exception, of: id) }
        for (id, position) in shown {
            if let type = valueless[id] {
                notes.error("'shows': '\(id)' is \(type)", at: position)
            } else if controls[id] == nil {
                let near = notes.question(for: id, among: controls.keys.sorted())
                notes.error("'shows': no control '\(id)'\(near)", at: position)
            }
        }
        for (id, position) in typed where !shown.contains(where: { $0.id.hasPrefix(id + ".") }) {
            notes.warning(
                "'keypad' is not in effect: no label shows a value of '\(id)'", at: position)
        }
        for (chooser, card) in cards { check(card, of: chooser) }
    }

    /// Checks the groups that choose which strip is visible.
    func checkSelections(among groups: [GroupDescription]) {
        for (name, strips, position) in selections {
            guard let group = groups.first(where: { $0.name == name }) else {
                let near = notes.question(for: name, among: groups.map(\.name))
                notes.error("'show': no group '\(name)'\(near)", at: position)
                continue
            }
            if group.kind != .radio {
                notes.error("'show': '\(name)' is not a radio group", at: position)
                continue
            }
            let withKey = Set(groupedKeys.filter { $0.groups.contains(name) }.map(\.strip))
            if let strip = strips.first(where: { !withKey.contains($0) }) {
                notes.error(
                    "'show': no strip '\(strip)' has a key in the group '\(name)'", at: position)
            }
        }
    }

    private func check(_ card: StackReader.Card, of chooser: String) {
        guard controls[chooser] != nil else {
            let near = notes.question(for: chooser, among: words.keys.sorted())
            return notes.error(
                "'cards': no control '\(chooser)'\(near)", at: card.chooserPosition)
        }
        guard let words = words[chooser] else {
            return notes.error(
                "'cards': '\(chooser)' does not choose among words, as a segmented control does",
                at: card.chooserPosition)
        }
        if !words.contains(card.word) {
            notes.error(
                "'\(card.word)' is no value of '\(chooser)'; it has "
                    + words.map { "'\($0)'" }.joined(separator: ", ")
                    + notes.question(for: card.word, among: words), at: card.position)
        }
    }

    /// Reads a template that no strip uses, to find its errors.
    private func check(_ template: TableFields, named name: String) {
        notes.warning("template '\(name)' is not used", at: template.position)
        for control in read(template, named: name).stack.controls {
            var reader = ControlReader(control, theme: theme, types: types, pages: pages)
            _ = reader.readControl(1, accent: nil, ownership: OwnerOptions())
        }
    }

    private func check(_ exception: TableFields, of id: String) {
        guard let controls = strips[id]?.controls, !controls.isEmpty else {
            let near = notes.question(for: id, among: strips.keys.sorted())
            return notes.error("no strip '\(id)'\(near)", at: exception.position)
        }
        for name in without(of: exception) where !controls.contains(name) {
            let near = notes.question(for: name, among: controls.sorted())
            exception.error(
                "'without': the strip '\(id)' has no control '\(name)'\(near)", at: "without")
        }
        for entry in exception.unknown where !StripOptions.exceptionKeys.contains(entry.key) {
            guard !controls.contains(entry.key) else { continue }
            let near = notes.question(
                for: entry.key, among: controls.sorted() + StripOptions.exceptionKeys.sorted())
            notes.error(
                "strip '\(id)' has no control or option '\(entry.key)'\(near)",
                at: entry.keyPosition)
        }
    }

    /// The IDs of the controls that an exception removes from its strip.
    private func without(of exception: TableFields) -> [String] {
        var fields = exception
        return StripOptions.exceptions.read(&fields).value("without") ?? []
    }

    /// The `count` strips of one table.
    private mutating func readStrips(_ table: TableFields, taken: inout [String: SourcePosition])
        -> [StripDescription]
    {
        if table.contains("use") { return readUses(table, taken: &taken) }
        var fields = table
        let source = StripOptions.sources.read(&fields)
        let pattern: String? = source.value("id")
        let count = source.value("count") ?? 1
        let first = source.value("first") ?? 1
        let names: [String] = source.value("names") ?? []
        if names.count > count {
            fields.error(
                "'names' has \(names.count) names, and there \(count == 1 ? "is 1 strip" : "are \(count) strips")",
                at: "names")
        }
        let template = readTemplate(named: source.value("template"), of: fields)
        let without: [String] = source.value("without") ?? []
        var stack = template?.stack ?? StackReader()
        stack.append(StackReader(of: &fields))
        if template == nil && !fields.request("controls") && !fields.request("template") {
            notes.error("missing 'template' or 'controls' in a strip", at: fields.position)
        }
        fields.surroundings.theme = theme
        let options = StripOptions(&fields)
        fields.noteUnknownKeys()
        guard let pattern else { return [] }
        if count > 1 && pattern.numbered(1) == pattern {
            fields.error("'id' needs a '{n}' to tell \(count) strips apart", at: "id")
            return []
        }
        var strips = StripSource(
            fields: fields, options: template.map { options.over($0.options) } ?? options,
            stack: stack, without: without, first: first,
            isNumbered: source.has("first") || pattern.numbered(first) != pattern, names: names,
            common: Array(repeating: nil, count: stack.controls.count))
        noteUnknownNames(in: strips)
        let selector: String? = source.value("show")
        if let selector {
            let ids = (first..<first + count).map { pattern.numbered($0) }
            selections.append((selector, ids, fields.position(of: "show")))
        }
        stripCount += count
        controlCount += count * stack.size
        let problem =
            Limit.controlsOfStrip.problem(with: stack.size)
            ?? Limit.strips.problem(with: stripCount) ?? Limit.controls.problem(with: controlCount)
        if let problem {
            notes.error(problem, at: fields.position)
            return []
        }
        return (first..<first + count).compactMap { number in
            var strip = readStrip(pattern.numbered(number), number, &strips, taken: &taken)
            strip?.selector = selector
            return strip
        }
    }

    private mutating func readTemplate(named name: String?, of fields: TableFields)
        -> (options: StripOptions, stack: StackReader)?
    {
        guard let name else { return nil }
        guard let template = templates[name] else {
            fields.noteUnknown(name, at: "template", known: templates.keys.sorted())
            return nil
        }
        usedTemplates.insert(name)
        return read(template, named: name)
    }

    private func read(_ template: TableFields, named name: String)
        -> (options: StripOptions, stack: StackReader)
    {
        var template = template
        template.surroundings.theme = theme
        let options = StripOptions(&template)
        if !template.request("controls") {
            notes.error("missing 'controls' in template '\(name)'", at: template.position)
        }
        let stack = StackReader(of: &template)
        template.noteUnknownKeys()
        return (options, stack)
    }

    private func noteUnknownNames(in source: StripSource) {
        let names = source.stack.controls.compactMap { control in
            var control = control
            return control.value("id")?.asString
        }
        for name in source.without where !names.contains(name) {
            let near = notes.question(for: name, among: names)
            source.fields.error(
                "'without': the strip has no control '\(name)'\(near)", at: "without")
        }
    }

    private mutating func readStrip(
        _ id: String, _ number: Int, _ source: inout StripSource,
        taken: inout [String: SourcePosition]
    ) -> StripDescription? {
        guard PanelID.isValid(id) else {
            source.fields.error("'\(id)': an id is made of letters, digits, '_' and '-'", at: "id")
            return nil
        }
        if let first = taken[id] {
            source.fields.error(
                "the id '\(id)' is taken by the strip in line \(first.line) of the page", at: "id")
            return nil
        }
        taken[id] = source.fields.position(of: "id")
        let exception = exceptions[id]
        var options = source.options
        if let name = source.names.dropFirst(number - source.first).first { options.label = name }
        if var fields = exception {
            fields.surroundings.theme = theme
            options = StripOptions(&fields).over(options)
        }
        let without = source.without + (exception.map(without) ?? [])
        var controls: [ControlDescription] = []
        var indices = [Int?](repeating: nil, count: source.stack.controls.count)
        for (index, table) in source.stack.controls.enumerated() {
            let control = readControl(
                table, at: index, of: id, number, options, source: &source, exception: exception,
                without: without)
            guard var control else { continue }
            if let card = source.stack.cards[index] {
                let name = card.chooser.numbered(number)
                let chooser = name.contains(".") ? name : "\(id).\(name)"
                control.card = CardDescription(chooser: chooser, word: card.word)
                cards.append((chooser, card))
            }
            indices[index] = controls.count
            controls.append(control)
        }
        if options.ownership.whenUnserved != nil,
            controls.allSatisfy({ $0.ownership.owner == nil })
        {
            var fields = source.fields
            fields.noteNotInEffect(["when_unserved"], because: "no control has an 'owner'")
        }
        let known = strips[id]?.label
        let label = (options.label ?? known ?? id).numbered(number)
        strips[id, default: KnownStrip()].label = known ?? label
        return StripDescription(
            id: id, label: label, accent: options.accent,
            color: options.color,
            bind: bind(options.bind, of: id, number, isNumbered: source.isNumbered),
            textStyle: options.textStyle, isVisible: options.isVisible ?? true,
            isSetApart: options.isSetApart ?? false, controls: controls,
            stack: source.stack.stack(of: indices), placement: options.placement,
            position: source.fields.position)
    }

    /// The addresses of a strip.
    private mutating func bind(
        _ options: BindOptions, of strip: String, _ number: Int, isNumbered: Bool
    ) -> BindOptions {
        let bind = options.resolved(number, of: strip, isNumbered: isNumbered, notes: notes)
        let known = strips[strip]?.bind ?? BindOptions()
        for other in bind.texts {
            guard let text = known.texts.first(where: { $0.bridge == other.bridge }),
                text.text != other.text
            else { continue }
            notes.warning(
                "'bind': '\(other.text)' is not in effect: line \(text.position.line) sets "
                    + "'\(text.bridge)' of the strip '\(strip)' to '\(text.text)'",
                at: other.position)
        }
        strips[strip, default: KnownStrip()].bind = known.over(bind)
        return bind
    }

    private mutating func readControl(
        _ table: TableFields, at index: Int, of strip: String, _ number: Int,
        _ options: StripOptions, source: inout StripSource, exception: TableFields?,
        without: [String]
    ) -> ControlDescription? {
        var table = table
        guard let id = table.requiredID() else { return nil }
        strips[strip, default: KnownStrip()].controls.insert(id)
        guard !without.contains(id) else { return nil }
        let fullID = "\(strip).\(id)"
        noteClash(of: fullID, table, source)
        var exception = exception
        if let changes = exception?.table(id, name: "an exception") {
            table = table.changed(by: changes)
            notes.exception = PanelFileNotes.Exception(of: strip, changes)
        }
        defer { notes.exception = nil }
        let known = exception == nil ? source.common[index] : nil
        guard var control = known ?? readControl(table, number, options) else { return nil }
        if exception == nil, known == nil, !table.hasNumbers { source.common[index] = control }
        control.join(strip, as: id)
        control.bind = control.bind.resolved(
            number, of: strip, isNumbered: source.isNumbered, notes: notes)
        controlCount += control.parts.count
        if let problem = Limit.controls.problem(with: controlCount) {
            table.error(problem, at: "id")
        }
        if control.kind.isPlot {
            plotCount += 1
            if let problem = Limit.plots.problem(with: plotCount) { table.error(problem, at: "id") }
        }
        for part in control.parts { controls[part.id] = table.position(of: "id") }
        if let key = control.kind.key, !control.groups.isEmpty || key.master != nil {
            groupedKeys.append(
                GroupedKey(
                    key: key, strip: strip, groups: control.groups,
                    groupsPosition: table.position(of: "groups"),
                    masterPosition: table.position(of: "master")))
        }
        if let choices = control.kind.converter?.words {
            words[fullID] = control.kind.showsPages ? PageName.pages(of: choices) : choices
        }
        if !control.kind.isShownByLabels {
            valueless[fullID] =
                control.type.typeNounWithArticle
                + (control.kind.converter == nil
                    ? ", and has no value" : ", whose time a label cannot show")
        }
        if control.kind.hasKeypad, control.access == .readWrite, control.kind is CurveDescription {
            typed.append((fullID, table.position(of: "keypad")))
        }
        if let id = control.kind.shownControl {
            shown.append((id, table.position(of: "shows")))
        }
        return control
    }

    private func readControl(
        _ table: TableFields, _ number: Int, _ options: StripOptions
    ) -> ControlDescription? {
        var reader = ControlReader(table, theme: theme, types: types, pages: pages)
        return reader.readControl(
            number, accent: options.accent, ownership: options.ownership)
    }

    private mutating func noteClash(of id: String, _ table: TableFields, _ source: StripSource) {
        let here = table.position(of: "id")
        guard let first = controls[id] else {
            controls[id] = here
            return
        }
        // If both IDs come from the same line of a template, the strip must be renamed.
        let position = first == here ? source.fields.position(of: "id") : here
        notes.error("the id '\(id)' is taken by a control in line \(first.line)", at: position)
    }
}
