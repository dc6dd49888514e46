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
    private(set) var references: StripReferences
    /// The strips so far, by ID. Strips with one ID on several pages are one strip.
    private var strips: [String: KnownStrip] = [:]
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
        references = StripReferences(notes: notes)
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
        references.check()
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
            references.addSelection(
                by: selector, among: ids, at: fields.position(of: "show"))
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
        if let problem = PanelID.problem(with: id) {
            source.fields.error(problem, at: "id")
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
        let context = StripContext(
            id: id, number: number, options: options, exception: exception,
            without: source.without + (exception.map(without) ?? []))
        var controls: [ControlDescription] = []
        var indices = [Int?](repeating: nil, count: source.stack.controls.count)
        for (index, table) in source.stack.controls.enumerated() {
            guard var control = readControl(table, at: index, in: context, source: &source)
            else { continue }
            if let card = source.stack.cards[index] {
                let name = card.chooser.numbered(number)
                let chooser = name.contains(".") ? name : "\(id).\(name)"
                control.card = CardDescription(chooser: chooser, word: card.word)
                references.add(card, of: chooser)
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
        _ table: TableFields, at index: Int, in context: StripContext,
        source: inout StripSource
    ) -> ControlDescription? {
        var table = table
        guard let id = table.requiredID() else { return nil }
        strips[context.id, default: KnownStrip()].controls.insert(id)
        guard !context.without.contains(id) else { return nil }
        noteClash(of: "\(context.id).\(id)", table, source)
        var exception = context.exception
        if let changes = exception?.table(id, name: "an exception") {
            table = table.changed(by: changes)
            notes.exception = PanelFileNotes.Exception(of: context.id, changes)
        }
        defer { notes.exception = nil }
        let known = exception == nil ? source.common[index] : nil
        guard var control = known ?? readControl(table, in: context) else { return nil }
        if exception == nil, known == nil, !table.hasNumbers { source.common[index] = control }
        control.join(context.id, as: id)
        control.bind = control.bind.resolved(
            context.number, of: context.id, isNumbered: source.isNumbered, notes: notes)
        controlCount += control.parts.count
        if let problem = Limit.controls.problem(with: controlCount) {
            table.error(problem, at: "id")
        }
        if control.kind.isPlot {
            plotCount += 1
            if let problem = Limit.plots.problem(with: plotCount) { table.error(problem, at: "id") }
        }
        references.add(control, of: context.id, table)
        return control
    }

    private func readControl(
        _ table: TableFields, in context: StripContext
    ) -> ControlDescription? {
        var reader = ControlReader(table, theme: theme, types: types, pages: pages)
        return reader.readControl(
            context.number, accent: context.options.accent, ownership: context.options.ownership)
    }

    private mutating func noteClash(of id: String, _ table: TableFields, _ source: StripSource) {
        let here = table.position(of: "id")
        guard let first = references.add(id, at: here) else { return }
        // If both IDs come from the same line of a template, the strip must be renamed.
        let position = first == here ? source.fields.position(of: "id") : here
        notes.error("the id '\(id)' is taken by a control in line \(first.line)", at: position)
    }
}
