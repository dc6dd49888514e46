/// A wrong PIN that a person typed, without its digits.
package struct PINRejection: Equatable, Sendable {
    /// The key that asked for the PIN; `nil` for the padlock of the panel.
    package var control: String?
    /// The number of attempts that are left before the pad waits; 0 while it waits.
    package var attemptsLeft: Int
    /// How long the pad accepts nothing; zero if there are attempts left.
    package var wait: Duration

    /// Describes a wrong PIN.
    package init(control: String?, attemptsLeft: Int, wait: Duration) {
        self.control = control
        self.attemptsLeft = attemptsLeft
        self.wait = wait
    }

    func write(to writer: inout JSONWriter) {
        if let control { writer.member("control", control) }
        writer.member("attempts_left", Int64(attemptsLeft))
        if wait > .zero { writer.member("wait_ms", wait.wholeMilliseconds) }
    }
}
