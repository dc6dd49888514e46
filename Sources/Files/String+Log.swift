extension String {
    /// The most characters that are shown in the log.
    private static let longestInLog = 120

    /// The text in quotation marks, for a name that a client, a device or a program has chosen.
    /// Escapes everything that could look like another line or control a terminal.
    package var quotedForLog: String {
        var result = ""
        for scalar in unicodeScalars.prefix(Self.longestInLog) {
            let isVisible =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
                    .surrogate, .unassigned:
                    false
                default: scalar != "\"" && scalar != "\\"
                }
            result += isVisible ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return "\"\(result)\(unicodeScalars.count > Self.longestInLog ? "…" : "")\""
    }
}
