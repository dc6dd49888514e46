/// Text of clients in lines of the journal.
enum JournalText {
    /// How many characters of a text are shown.
    private static let longest = 120

    /// A text in quotation marks, of which nothing can be taken for another line, or for a command
    /// to a terminal.
    static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(longest) {
            let isSeen =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
                    .surrogate, .unassigned:
                    false
                default: scalar != "\"" && scalar != "\\"
                }
            result += isSeen ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return "\"\(result)\(text.unicodeScalars.count > longest ? "…" : "")\""
    }
}
