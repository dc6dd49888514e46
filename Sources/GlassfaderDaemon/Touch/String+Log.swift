extension String {
    /// The text in quotes and in ASCII, for the log: drivers give names with garbage bytes, and a
    /// terminal must not obey them.
    var quotedForLog: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    }
}
