/// Makes text from clients safe for the journal.
enum JournalText {
    /// The most characters of a text that are shown.
    private static let longest = 120

    /// A text in quotation marks. Escapes everything that could look like another line or control a
    /// terminal.
    static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(longest) {
            let isVisible =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
                    .surrogate, .unassigned:
                    false
                default: scalar != "\"" && scalar != "\\"
                }
            result += isVisible ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return "\"\(result)\(text.unicodeScalars.count > longest ? "…" : "")\""
    }
}
