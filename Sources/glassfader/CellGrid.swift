import Drawing

/// A screen of characters, and the text that makes a terminal show it.
struct CellGrid {
    /// The style of a character.
    enum Style: Equatable {
        case plain, bold, dim, selected, title, accent, green, yellow, red
        /// Text on a colour of the palette, black or white by contrast; underlined if it is
        /// selected.
        case band(UInt8, isSelected: Bool)

        /// The same style without colours.
        var colorless: Style {
            switch self {
            case .accent, .green, .yellow, .red: .plain
            case .band(_, let isSelected): isSelected ? .title : .bold
            default: self
            }
        }

        /// The parameters of the control sequence for it (ECMA-48, SGR; colours as in xterm).
        var parameters: String {
            switch self {
            case .plain: ""
            case .bold: "1"
            case .dim: "2"
            case .selected: "7"
            case .title: "1;7"
            case .accent: "36"
            case .green: "32"
            case .yellow: "33"
            case .red: "31"
            case .band(let index, let isSelected):
                (Color(paletteIndex: index).legibleTextColor == .black ? "38;5;16" : "38;5;231")
                    + ";48;5;\(index);1" + (isSelected ? ";4" : "")
            }
        }
    }

    /// A cell: a character with its combining characters, or the second half of a wide character.
    private struct Cell: Equatable {
        var text = " "
        var style = Style.plain
        var isSecondHalf = false
    }

    /// The size in columns and rows.
    let size: Terminal.Size
    /// Whether the terminal shows colours.
    let hasColors: Bool
    private var cells: [Cell]

    /// Makes an empty screen.
    init(_ size: Terminal.Size, hasColors: Bool) {
        self.size = size
        self.hasColors = hasColors
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    /// Writes a text. What is beyond `columns` or the screen is cut off.
    mutating func write(
        _ text: String, row: Int, column: Int, columns: Int = .max, _ style: Style = .plain
    ) {
        guard (0..<size.rows).contains(row), column >= 0 else { return }
        let end = min(size.columns, columns == .max ? .max : column + columns)
        let style = hasColors ? style : style.colorless
        var position = column
        for scalar in text.unicodeScalars {
            let width = TerminalText.width(scalar)
            if width == 0 {
                if position > column {
                    let last = row * size.columns + position - 1
                    let lead = cells[last].isSecondHalf ? last - 1 : last
                    cells[lead].text.unicodeScalars.append(scalar)
                }
                continue
            }
            guard position + width <= end else { return }
            let index = row * size.columns + position
            cells[index] = Cell(text: String(scalar), style: style)
            if width == 2 {
                cells[index + 1] = Cell(text: "", style: style, isSecondHalf: true)
            }
            position += width
        }
    }

    /// The text for a terminal that shows `other`: only the differences. Without `other`, the whole
    /// screen.
    func changes(from other: CellGrid?) -> String {
        var text = ""
        var style = Style.plain
        let old = other.flatMap { $0.size == size ? $0.cells : nil }
        if old == nil { text += "\u{1b}[0m\u{1b}[2J" }
        let blank = Cell()
        for row in 0..<size.rows {
            var isAtPosition = false
            for column in 0..<size.columns {
                let index = row * size.columns + column
                let cell = cells[index]
                if cell == old?[index] ?? blank {
                    isAtPosition = false
                    continue
                }
                if cell.isSecondHalf { continue }
                if !isAtPosition { text += "\u{1b}[\(row + 1);\(column + 1)H" }
                isAtPosition = true
                if cell.style != style {
                    style = cell.style
                    text += style == .plain ? "\u{1b}[0m" : "\u{1b}[0;\(style.parameters)m"
                }
                text += cell.text
            }
        }
        return style == .plain ? text : text + "\u{1b}[0m"
    }
}
