import PanelProtocol

/// Which ports to connect to: those whose names contain a text, or match a pattern with `*` and `?`.
/// Upper and lower case are the same.
struct PortPattern: Equatable {
    /// As it was written.
    let text: String
    private let glob: Glob

    init(_ text: String) {
        self.text = text
        let isPattern = text.contains { "*?".contains($0) }
        glob = Glob(isPattern ? text.lowercased() : "*\(text.lowercased())*")
    }

    /// Whether one of a port's names matches.
    func matches(_ names: [String]) -> Bool {
        names.contains { glob.matches($0.lowercased()) }
    }
}
