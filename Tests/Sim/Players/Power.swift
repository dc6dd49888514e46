import EventLoop

/// The machine, which can be suspended, and lose its power.
final class Power: Player {
    private let clock: VirtualClock
    private let cut: (_ bytes: Int) throws -> Void

    /// `cut` ends the daemon when so many bytes of a file have been written, and starts another.
    init(_ clock: VirtualClock, cut: @escaping (Int) throws -> Void) {
        self.clock = clock
        self.cut = cut
    }

    func perform(_ action: String, _ argument: String) throws {
        switch action {
        case "suspend": try clock.suspend(for: .milliseconds(Int(argument) ?? 0))
        case "cut": try cut(Int(argument) ?? 0)
        case "vanish": break
        default: throw Failure("a script is understood", "power \(action)")
        }
    }

    func recover() throws {}
}
