import Glibc

/// Questions to the person at the terminal.
struct Question {
    /// Whether a person can answer: there is a terminal, and --yes was not given.
    let isInteractive: Bool
    /// The signals that end the wait for an answer.
    private let signals: HeldSignals

    /// - Parameters:
    ///   - takesDefaults: Whether to use the defaults instead of asking.
    ///   - signals: The signals that end the wait for an answer. The answer is then missing.
    init(takesDefaults: Bool, interruptedBy signals: HeldSignals) {
        self.signals = signals
        isInteractive = !takesDefaults && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Asks the person to choose one of several names. Without an answer, returns the first.
    func choice(of title: String, among names: [String]) -> Int {
        guard isInteractive, names.count > 1 else { return 0 }
        let list = names.enumerated().map { "  \($0 + 1)  \($1)\n" }.joined()
        ToolOutput.progress("\(title)\n\(list)".escapingControlsInLines)
        while true {
            ToolOutput.progress("1 to \(names.count), or Enter for 1: ")
            guard let line = line(), !line.isEmpty else { return 0 }
            if let number = Int(line), names.indices.contains(number - 1) { return number - 1 }
        }
    }

    /// Asks for a text that `read` understands. Without an answer, returns `nil`.
    func answer<Value>(_ title: String, _ read: (String) -> Value?) -> Value? {
        guard isInteractive else { return nil }
        while true {
            ToolOutput.progress(title + " ")
            guard let line = line(), !line.isEmpty else { return nil }
            if let value = read(line) { return value }
        }
    }

    /// The next line of the terminal.
    private func line() -> String? {
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !signals.haveCome {
            // A held signal does not interrupt poll().
            if poll(&polled, 1, 100) > 0 { return readLine() }
        }
        return nil
    }
}
