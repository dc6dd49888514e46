/// Values that an engine reports after it received them: late confirmations, or its own changes.
extension Bridge {
    /// The engine reported a value that it was sent earlier. If neither a confirmation of the
    /// newest value nor another value follows within a second, the change is the engine's own and
    /// `adopt` is called. `engine` is the index of the engine.
    public func engineRepeated(
        _ control: String, by engine: Int = 0, adopt: @escaping () -> Void
    ) {
        repeated.put(control, by: engine, at: loop.now, adopt: adopt)
        attempt { try waitForRepeats() }
    }

    /// The engine has the value that the panel has.
    public func engineConfirmed(_ control: String, by engine: Int = 0) {
        repeated.remove(control, by: engine)
    }

    func waitForRepeats() throws {
        if let due = repeated.nextDue { try repeatTimer?.fire(at: due) }
    }

    func takeRepeats(_ now: Duration) throws {
        for adopt in repeated.takeDue(at: now) { adopt() }
        try waitForRepeats()
    }
}
