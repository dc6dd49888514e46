extension String {
    /// The text in quotes, with all but printable ASCII escaped. Some drivers report names with
    /// garbage bytes, which could control a terminal.
    var quotedForLog: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    }
}
