import Testing

@testable import glassfader

/// What a terminal shows of the bytes that it was sent, as far as this tool sends any.
struct TerminalScreen {
    /// All that was sent.
    private(set) var sent = ""
    /// Whether what fills the screen has taken it, and left what was there before.
    private(set) var isTaken = false
    private(set) var isCursorShown = true
    /// Whether anything has come since this was asked last.
    var hasNews: Bool {
        mutating get {
            defer { seen = sent.utf8.count }
            return seen != sent.utf8.count
        }
    }

    private var seen = 0
    private var columns: Int
    private var rows: Int
    private var cells: [[String]] = []
    private var before: [[String]] = []
    private var row = 0
    private var column = 0
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        erase()
    }

    /// The lines, without the spaces at their ends.
    var lines: [String] {
        cells.map { cells in
            var line = cells.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    var text: String { lines.joined(separator: "\n") }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        erase()
    }

    private mutating func erase() {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        (row, column) = (0, 0)
    }

    mutating func receive(_ bytes: some Collection<UInt8>) {
        pending += bytes
        // Half a character, or half a sequence, waits for the rest.
        var text = String(decoding: pending, as: UTF8.self)
        var kept: [UInt8] = []
        if text.unicodeScalars.last == "\u{fffd}",
            let lead = pending.lastIndex(where: { $0 >= 0xc0 })
        {
            kept = Array(pending[lead...])
            text = String(decoding: pending[..<lead], as: UTF8.self)
        }
        pending = kept
        sent += text
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1b}" {
                guard let end = scalars.dropFirst().firstIndex(where: { $0.value >= 0x40 }) else {
                    pending =
                        Array(String(String.UnicodeScalarView([scalar] + scalars)).utf8) + pending
                    sent.unicodeScalars.removeLast(scalars.count + 1)
                    return
                }
                let sequence = scalars[...end].map(String.init).joined()
                scalars = scalars[(end + 1)...]
                obey(sequence)
            } else {
                put(scalar)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": column = 0
        case "\n":
            row += 1
            if row == rows {
                cells.removeFirst()
                cells.append(Array(repeating: " ", count: columns))
                row -= 1
            }
        default:
            let width = TerminalText.width(scalar)
            guard width > 0 else {
                if column > 0 { cells[row][column - 1].unicodeScalars.append(scalar) }
                return
            }
            guard column + width <= columns else { return }
            cells[row][column] = String(scalar)
            if width == 2 { cells[row][column + 1] = "" }
            column += width
        }
    }

    private mutating func obey(_ sequence: String) {
        let numbers = sequence.dropFirst().dropLast().split(separator: ";").map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch (sequence.last, sequence) {
        case (_, "[?1049h"):
            isTaken = true
            before = cells
            erase()
        case (_, "[?1049l"):
            isTaken = false
            cells = before
        case (_, "[?25h"): isCursorShown = true
        case (_, "[?25l"): isCursorShown = false
        case ("H", _):
            row = min(max(0, count - 1), rows - 1)
            column = min(max(0, (numbers.count > 1 ? numbers[1] : 1) - 1), columns - 1)
        case ("A", _): row = max(0, row - count)
        case ("B", _): row = min(rows - 1, row + count)
        case ("K", _):
            for index in column..<columns { cells[row][index] = " " }
        case (_, "[2J"):
            cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        case ("J", _):
            for index in column..<columns { cells[row][index] = " " }
            for index in (row + 1)..<max(row + 1, rows) {
                cells[index] = Array(repeating: " ", count: columns)
            }
        default: break
        }
    }
}

extension TerminalScreen: CustomTestStringConvertible {
    var testDescription: String { text }
}
