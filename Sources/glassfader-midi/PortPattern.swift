import PanelProtocol

/// Which ports to connect to: those whose names contain a text, or match a pattern with `*` and
/// `?`. Upper and lower case are the same. `28:0` is the port with these numbers, and no other.
struct PortPattern: Equatable {
    /// As it was written.
    let text: String
    private let glob: Glob

    init(_ text: String) {
        self.text = text
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
        let isNumber = numbers.count == 2 && numbers.allSatisfy { UInt8($0) != nil }
        glob = Glob(Glob.isPattern(text) || isNumber ? text.lowercased() : "*\(text.lowercased())*")
    }

    /// Whether one of a port's names matches.
    func matches(_ names: [String]) -> Bool {
        names.contains { glob.matches($0.lowercased()) }
    }
}
