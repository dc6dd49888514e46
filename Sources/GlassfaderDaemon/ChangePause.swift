/// When to read a file after a write: some programs write in several steps. Waits until no write
/// follows for `shortest`, but at most for `longest` after the first write.
///
/// Time is an argument.
struct ChangePause: Equatable {
    /// How long no program must have written the file.
    static let shortest = Duration.milliseconds(100)
    /// How long after the first write to read the file in any case.
    static let longest = Duration.seconds(1)

    /// The first write since the file was last read.
    private var first: Duration?

    /// Notes that the file was written. Returns when to read it, unless it is written again before.
    mutating func note(at time: Duration) -> Duration {
        let first = first ?? time
        self.first = first
        return min(time + Self.shortest, first + Self.longest)
    }

    /// Notes that the file is being read.
    mutating func end() { first = nil }
}
