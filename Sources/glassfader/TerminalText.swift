import CWideCharacters
import Glibc
import PanelProtocol

/// Text for terminals: it contains no control characters, and its width is known.
enum TerminalText {
    /// Whether the locale uses UTF-8. Widths are known in any case.
    static let isUTF8: Bool = {
        setlocale(LC_CTYPE, "")
        let isUTF8 = nl_langinfo(Int32(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
        if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        return isUTF8
    }()

    /// Escapes what could control the terminal or change the direction of the line: any client can
    /// set labels.
    static func escaped(_ text: String) -> String { text.escapingControls }

    /// The width of a character in columns: 0 for combining characters.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        _ = isUTF8
        return max(0, Int(wcwidth(wchar_t(scalar.value))))
    }

    /// The width of an escaped text in columns.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// A text of exactly this width: cut off with `…`, or padded with spaces.
    static func fitted(_ text: String, to columns: Int) -> String {
        let width = width(text)
        guard width > columns else { return text + spaces(columns - width) }
        var fitted = ""
        var used = 0
        for scalar in text.unicodeScalars {
            let next = Self.width(scalar)
            if used + next > columns - 1 { break }
            fitted.unicodeScalars.append(scalar)
            used += next
        }
        return columns > 0 ? fitted + (isUTF8 ? "…" : "~") + spaces(columns - 1 - used) : ""
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// A bar that fills a share of the columns, in eighths of a column.
    static func bar(_ share: Double, columns: Int) -> String {
        let share = share.isFinite ? min(max(share, 0), 1) : 0
        guard isUTF8 else {
            let full = Int((share * Double(columns)).rounded())
            return String(repeating: "#", count: full) + spaces(columns - full)
        }
        let eighths = Int((share * Double(columns * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let rest = parts[eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
            + spaces(columns - eighths / 8 - (rest.isEmpty ? 0 : 1))
    }
}

extension TerminalText {
    /// A bar between two positions.
    static func bar(from low: Double, to high: Double, columns: Int) -> String {
        let position = { (share: Double) in
            Int((min(max(share, 0), 1) * Double(columns)).rounded())
        }
        let start = min(position(low), max(0, columns - 1))
        let end = max(start + 1, position(high))
        return spaces(start) + String(repeating: isUTF8 ? "█" : "#", count: end - start)
            + spaces(columns - end)
    }

    /// A bar on a line that shows the whole travel.
    static func track(_ share: Double, columns: Int) -> String {
        let bar = bar(share, columns: columns)
        let rest = bar.reversed().prefix { $0 == " " }.count
        return bar.dropLast(rest) + String(repeating: isUTF8 ? "─" : ".", count: rest)
    }
}
