import Drawing

/// Breaks text into lines of a width, between words.
struct TextBreaker {
    let font: Font
    /// In pixels.
    let width: Double

    /// The lines of a text; the last one has all that is left over, however long it is.
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

    /// Whether none of the lines is too long.
    func fits(_ lines: [String]) -> Bool { lines.allSatisfy { measure($0) <= width } }

    private func measure(_ line: String) -> Double {
        TextLine(line, font: font, figures: .tabular).width
    }
}
