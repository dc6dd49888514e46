import Drawing

/// Breaks text between words into lines of a given width.
struct TextBreaker {
    let font: Font
    /// The width of a line, in pixels.
    let width: Double

    /// The lines of a text. The last line contains the rest, however long.
    func lines(of text: String, atMost count: Int) -> [String] {
        guard count > 1 else { return [text] }
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            append(paragraph, to: &lines)
        }
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + [lines[(count - 1)...].joined(separator: " ")]
    }

    private func append(_ paragraph: Substring, to lines: inout [String]) {
        var line = ""
        for word in paragraph.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if line.isEmpty || measure(longer) <= width {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        lines.append(line)
    }

    /// Whether all lines fit into the width.
    func fits(_ lines: [String]) -> Bool { lines.allSatisfy { measure($0) <= width } }

    private func measure(_ line: String) -> Double {
        TextLine(line, font: font, figures: .tabular).width
    }
}
