import PanelProtocol
import TOML

// Strips that other pages describe.
extension StripReader {
    /// The strips of a table with `use`, whose controls are not known yet.
    mutating func readUses(_ table: TableFields, taken: inout [String: SourcePosition])
        -> [StripDescription]
    {
        var fields = table
        let others = Set(PanelOptions.stripOfPage.map(\.key))
            .subtracting(PanelOptions.usedStrip.map(\.key))
        fields.reject(
            others.sorted(), because: "'use' shows a strip as another page describes it")
        let values = StripOptions.used.read(&fields)
        fields.noteUnknownKeys()
        guard let name: String = values.value("use") else { return [] }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard let pattern = parts.last else {
            fields.error("'use': expected the id of a strip, or a page and a strip", at: "use")
            return []
        }
        let count = values.value("count") ?? 1
        let first = values.value("first") ?? 1
        if count > 1 && pattern.numbered(1) == pattern {
            fields.error("'use' needs a '{n}' to tell \(count) strips apart", at: "use")
            return []
        }
        let options = StripOptions(values)
        let position = fields.position(of: "use")
        uses[position] = Use(page: parts.count > 1 ? parts[0] : nil, options: options)
        stripCount += count
        if let problem = Limit.strips.problem(with: stripCount) {
            notes.error(problem, at: fields.position)
            return []
        }
        return (first..<first + count).compactMap { number in
            let id = pattern.numbered(number)
            if let first = taken[id] {
                fields.error(
                    "'use': the strip '\(id)' is on the page already, in line \(first.line): "
                        + "a page shows a strip once", at: "use")
                return nil
            }
            taken[id] = position
            return StripDescription(
                id: id, label: "", isSetApart: false, controls: [], placement: options.placement,
                position: position, isBorrowed: true)
        }
    }

    /// Describes the strips with `use` as the other pages do.
    func describeUses(on pages: inout [PageDescription], besides areas: [AreaDescription]) {
        if uses.isEmpty { return }
        var own: [String: [(page: String, strip: StripDescription)]] = [:]
        for page in pages {
            for strip in page.ownStrips {
                own[strip.id, default: []].append((page.fileID, strip))
            }
        }
        let ofAreas = Set(areas.flatMap(\.page.strips).map(\.id))
        for page in pages.indices {
            for index in pages[page].strips.indices {
                let strip = pages[page].strips[index]
                guard strip.isBorrowed, let use = uses[strip.position] else { continue }
                let known = own[strip.id] ?? []
                let meant = known.filter { use.page == nil || $0.page == use.page }
                if meant.count == 1 {
                    pages[page].strips[index] = meant[0].strip.borrowed(
                        at: strip.position, use.options)
                } else if meant.count > 1 {
                    let names = meant.map { "\"\($0.page)/\($0.strip.id)\"" }
                    notes.error(
                        "'use': \(meant.count) pages describe '\(strip.id)'; write \(names.joined(separator: " or "))",
                        at: strip.position)
                } else if ofAreas.contains(strip.id) {
                    notes.error(
                        "'use': the strip '\(strip.id)' is in an area, and seen on every page",
                        at: strip.position)
                } else {
                    let place = use.page.map { " on a page '\($0)'" } ?? ""
                    let near = notes.question(for: strip.id, among: own.keys.sorted())
                    notes.error("'use': no strip '\(strip.id)'\(place)\(near)", at: strip.position)
                }
            }
        }
    }

    /// The contents of a table with `use`.
    struct Use {
        /// The page that describes the strip; `nil` for the only one.
        let page: String?
        let options: StripOptions
    }
}

extension StripDescription {
    /// The strip as another page shows it, with other options for its place.
    fileprivate func borrowed(at position: SourcePosition, _ options: StripOptions) -> Self {
        var strip = self
        strip.isBorrowed = true
        strip.position = position
        strip.isSetApart = options.isSetApart ?? isSetApart
        strip.placement.width = options.placement.width ?? placement.width
        strip.placement.height = options.placement.height ?? placement.height
        strip.placement.weight = options.placement.weight ?? placement.weight
        strip.placement.at = options.placement.at
        return strip
    }
}
