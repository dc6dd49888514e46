/// When to read a file after it was written: some programs write in several steps. Waits until it
/// has not been written for a while, but not much longer than since the first write.
///
/// Time is an argument.
struct ChangePause: Equatable {
    /// How long the file must not have been written.
    static let shortest = Duration.milliseconds(100)
    /// How long after the first write the file is read in any case.
    static let longest = Duration.seconds(1)

    /// The first write since the file was last read.
    private var first: Duration?
    private var deadline: Duration?

    /// Notes that the file was written.
    ///
    /// - Returns: when to read it, unless it is written again before; nil if that has not changed.
    ///   A timer that is set again and again would never fire.
    mutating func note(at time: Duration) -> Duration? {
        let first = first ?? time
        let new = min(time + Self.shortest, first + Self.longest)
        defer { (self.first, deadline) = (first, new) }
        return new == deadline ? nil : new
    }

    /// Notes that the file is being read.
    mutating func end() { (first, deadline) = (nil, nil) }
}
