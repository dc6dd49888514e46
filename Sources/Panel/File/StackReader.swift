import TOML

/// The controls of a strip or template, as the file arranges them.
struct StackReader {
    /// The tables of the controls, in the order of the file.
    private(set) var controls: [TableFields] = []
    /// The cards among them, by index.
    private(set) var cards: [Int: Card] = [:]
    /// The arrangement from top to bottom, with the indices of `controls`.
    private(set) var elements: [StackDescription.Element] = []
    /// The number of controls, rows, columns, grids, spaces and lines.
    private(set) var size = 0

    /// A control that is visible with one value of another control.
    struct Card {
        /// The ID of the other control, as written: with or without its strip.
        let chooser: String
        let chooserPosition: SourcePosition
        let word: String
        let position: SourcePosition
    }

    /// Rows and columns are nested at most this deep.
    private static let deepest = 8

    /// The options of a row, column or grid, except its elements.
    static let options = OptionTable(of: StackDescription()) {
        PanelOption(
            "columns", \.columns, .integer(in: 1...64), otherwise: "none; a grid must have it",
            "How many cells a row of a grid has.")
        PanelOption(
            "width", \.width, .integer(in: 1...16384), unit: "pixels",
            otherwise: "a share of the available space", "The width.")
        PanelOption(
            "height", \.height, .integer(in: 1...16384), unit: "pixels",
            otherwise: "a share of the available space", "The height.")
        PanelOption(
            "weight", \.weight, .number(in: StackDescription.weights),
            otherwise: "1 in a row; in a column it depends on the controls",
            "The share of the available space among its neighbours.")
        PanelOption(
            "gap", \.gap, .integer(in: 0...1024), unit: "pixels",
            otherwise: "as between controls", "The distance between its elements.")
        PanelOption(
            "pad", \.padding, .integer(in: 0...1024), unit: "pixels",
            "The distance from its edges to its elements.")
        PanelOption(
            "align", \.alignment,
            .choice([
                .start: "at the top of a row, at the side where a column begins",
                .end: "at the bottom of a row, at the other side of a column",
            ]), "Where elements are that are smaller than the row or column.")
        PanelOption(
            "direction", \.direction,
            .choice([.leftToRight: "at the left", .rightToLeft: "at the right"]),
            otherwise: "as what is around it",
            "The side at which its first element is, also of the rows, columns and grids in it. Its horizontal controls begin where those of the panel do."
        )
    }

    /// Nothing.
    init() {}

    /// Reads the controls of a strip or template.
    init(of fields: inout TableFields) {
        self.init(fields.tables("controls", name: "a control", limit: .controlsOfStrip) ?? [])
    }

    /// Reads an array of controls, rows, columns and grids.
    init(_ tables: [TableFields], depth: Int = 0) {
        for table in tables { read(table, depth: depth) }
    }

    /// Adds the controls of others at the end.
    mutating func append(_ others: StackReader) {
        elements += add(others)
    }

    /// Adds the controls of others. Returns their arrangement.
    private mutating func add(_ others: StackReader) -> [StackDescription.Element] {
        let count = controls.count
        controls += others.controls
        for (index, card) in others.cards { cards[index + count] = card }
        size += others.size
        return others.elements.compactMap { $0.mapControls { $0 + count } }
    }

    private mutating func read(_ table: TableFields, depth: Int) {
        size += 1
        let arrangement = StackDescription.Arrangement.allCases.first {
            table.contains($0.rawValue)
        }
        // A type may have options with these names.
        let isControl = table.contains("type")
        if table.contains("cards"), !isControl {
            readCards(table.named("cards"))
        } else if let arrangement, !isControl {
            read(arrangement, of: table.named("a \(arrangement.rawValue)"), depth: depth)
        } else if table.contains("space"), !isControl {
            var space = table.named("a space")
            let weight = space.number("space", in: StackDescription.weights)
            space.noteUnknownKeys()
            elements.append(.space(weight: weight ?? 1))
        } else if table.contains("line"), !isControl {
            var line = table.named("a line")
            if line.boolean("line") == false {
                line.error("'line' is false; leave the line out", at: "line")
            }
            line.noteUnknownKeys()
            elements.append(.line)
        } else {
            elements.append(.control(controls.count))
            controls.append(table)
        }
    }

    /// Reads cards: controls in one place. The key of a card is its ID, and a value of the chooser.
    private mutating func readCards(_ table: TableFields) {
        var table = table
        let position = table.position(of: "cards")
        guard let chooser = table.string("cards") else { return }
        let first = controls.count
        for entry in table.unknown {
            guard var control = table.table(entry.key, name: "a control") else { continue }
            if control.request("id") {
                control.error("a card has the id '\(entry.key)', its word", at: "id")
            }
            cards[controls.count] = Card(
                chooser: chooser, chooserPosition: position, word: entry.key,
                position: entry.keyPosition)
            controls.append(control.overlaid(withText: entry.key, of: "id", at: entry.keyPosition))
            size += 1
        }
        if controls.count == first { table.error("'cards' has no controls", at: "cards") }
        elements.append(.cards(Array(first..<controls.count)))
    }

    private mutating func read(
        _ arrangement: StackDescription.Arrangement, of table: TableFields, depth: Int
    ) {
        var table = table
        let key = arrangement.rawValue
        guard depth < Self.deepest else {
            return table.error(
                "rows and columns are nested more than \(Self.deepest) deep", at: key)
        }
        var stack = StackDescription()
        Self.options.read(&table).apply(to: &stack)
        stack.arrangement = arrangement
        let tables = table.tables(key, name: "a control", limit: .controlsOfStrip)
        let inner = StackReader(tables ?? [], depth: depth + 1)
        if tables != nil, inner.controls.isEmpty {
            table.error("'\(key)' has no controls", at: key)
        }
        if arrangement == .grid, !table.contains("columns") {
            table.notes.error("missing 'columns' in a grid", at: table.position)
        } else if arrangement != .grid {
            table.reject(["columns"], because: "only a grid has columns")
        }
        if arrangement == .grid, inner.elements.contains(.line) {
            table.error("a grid has no lines", at: key)
        }
        table.noteUnknownKeys()
        stack.elements = add(inner)
        elements.append(.stack(stack))
    }

    /// The arrangement of the controls that a strip has; `nil` if all are one below the other.
    ///
    /// - Parameter indices: For each of `controls`, its index in the strip; `nil` if the strip
    ///   lacks it.
    func stack(of indices: [Int?]) -> StackDescription? {
        let isPlain = elements.allSatisfy { element in
            if case .control = element { true } else { false }
        }
        guard !isPlain else { return nil }
        var stack = StackDescription()
        stack.elements = elements.compactMap { $0.mapControls { indices[$0] } }
        return stack
    }
}
