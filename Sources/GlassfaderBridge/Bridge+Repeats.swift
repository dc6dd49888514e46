/// What an engine says that it was sent before: a late confirmation, or a change of its own.
extension Bridge {
    /// The engine has said a value that it was sent before, perhaps before another one. It is the
    /// engine's own if nothing follows it for a second: no confirmation of the newest value, and no
    /// other value. Then `adopt` is called. A bridge to several engines says by which of them.
    public func engineRepeats(
        _ control: String, by engine: Int = 0, adopt: @escaping () -> Void
    ) {
        repeated.put(control, by: engine, at: loop.now, adopt: adopt)
        attempt { try waitForRepeats() }
    }

    /// The engine has the value that the panel has.
    public func engineConfirms(_ control: String, by engine: Int = 0) {
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
