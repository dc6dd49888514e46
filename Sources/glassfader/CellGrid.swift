/// A screen of characters: what is drawn on it, and what a terminal must be sent to show it.
struct CellGrid {
    /// How a character looks.
    enum Style: String {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case selected = "7"
        case title = "1;7"
        case accent = "36"
        case green = "32"
        case yellow = "33"
        case red = "31"

        /// The same without colours.
        var colorless: Style {
            switch self {
            case .accent, .green, .yellow, .red: .plain
            default: self
            }
        }
    }

    /// One place: a character with what joins it, or the second half of a wide one.
    private struct Cell: Equatable {
        var text = " "
        var style = Style.plain
        var isSecondHalf = false
    }

    /// How large it is.
    let size: Terminal.Size
    /// Whether there are colours.
    let hasColors: Bool
    private var cells: [Cell]

    /// An empty screen.
    init(_ size: Terminal.Size, hasColors: Bool) {
        self.size = size
        self.hasColors = hasColors
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    /// Writes a text, of which what lies beyond so many columns, or the screen, is left out.
    mutating func write(
        _ text: String, row: Int, column: Int, columns: Int = .max, _ style: Style = .plain
    ) {
        guard (0..<size.rows).contains(row), column >= 0 else { return }
        let end = min(size.columns, columns == .max ? .max : column + columns)
        let style = hasColors ? style : style.colorless
        var place = column
        for scalar in text.unicodeScalars {
            let width = TerminalText.width(scalar)
            if width == 0 {
                if place > column {
                    let last = row * size.columns + place - 1
                    let lead = cells[last].isSecondHalf ? last - 1 : last
                    cells[lead].text.unicodeScalars.append(scalar)
                }
                continue
            }
            guard place + width <= end else { return }
            let index = row * size.columns + place
            cells[index] = Cell(text: String(scalar), style: style)
            if width == 2 {
                cells[index + 1] = Cell(text: "", style: style, isSecondHalf: true)
            }
            place += width
        }
    }

    /// What has a terminal that shows another screen show this one: only what differs. Without
    /// one, everything.
    func changes(from other: CellGrid?) -> String {
        var text = ""
        var style = Style.plain
        let old = other.flatMap { $0.size == size ? $0.cells : nil }
        if old == nil { text += "\u{1b}[0m\u{1b}[2J" }
        let blank = Cell()
        for row in 0..<size.rows {
            var isAtPlace = false
            for column in 0..<size.columns {
                let index = row * size.columns + column
                let cell = cells[index]
                if cell == old?[index] ?? blank {
                    isAtPlace = false
                    continue
                }
                if cell.isSecondHalf { continue }
                if !isAtPlace { text += "\u{1b}[\(row + 1);\(column + 1)H" }
                isAtPlace = true
                if cell.style != style {
                    style = cell.style
                    text += style == .plain ? "\u{1b}[0m" : "\u{1b}[0;\(style.rawValue)m"
                }
                text += cell.text
            }
        }
        return style == .plain ? text : text + "\u{1b}[0m"
    }
}
