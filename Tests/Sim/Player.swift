/// Somebody or something outside of the daemon that does what a script says.
///
/// A step that makes no sense now, such as of a client that has left, does nothing: so any step can
/// be left out of a script.
protocol Player: AnyObject {
    /// Does one thing.
    func perform(_ action: String, _ argument: String) throws

    /// Takes what the daemon has for it. Returns whether there was something, or something was
    /// done.
    func take() throws -> Bool

    /// Misbehaves no more: the faults have stopped.
    func recover() throws
}

extension Player {
    func take() throws -> Bool { false }
}
