/// A problem with a file of a state folder.
package struct StateProblem: Equatable, Sendable, CustomStringConvertible {
    /// What was found: `state.a is not a saved state: its checksum is wrong`.
    package let finding: String
    /// What a daemon will do with the file.
    private let consequence: String
    /// Why the system could not read the file; `nil` if it could.
    package let error: StateError?
    /// Whether the system could not read the file, which may be a saved state.
    package var isUnreadable: Bool { error != nil }

    init(_ finding: String, _ consequence: String, error: StateError? = nil) {
        self.finding = finding
        self.consequence = consequence
        self.error = error
    }

    /// Both, for the log of a daemon.
    package var description: String { "\(finding); \(consequence)" }
}
