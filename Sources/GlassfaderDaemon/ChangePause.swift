/// How long a file is left alone after it was written, as some programs write in several steps: until
/// it has not been written for a while, but not much longer than since it was first written.
///
/// Time is an argument, as everywhere.
struct ChangePause: Equatable {
    /// How long a file must not have been written.
    static let shortest = Duration.milliseconds(100)
    /// After so long it is read even if it is written all the time.
    static let longest = Duration.seconds(1)

    /// When it was written first, of what was not read yet.
    private var first: Duration?
    private var deadline: Duration?

    /// The file was written.
    ///
    /// - Returns: when to read it, unless it is written again before; nil if that has not changed: a
    ///   timer that is set again and again never fires.
    mutating func note(at time: Duration) -> Duration? {
        let first = first ?? time
        let new = min(time + Self.shortest, first + Self.longest)
        defer { (self.first, deadline) = (first, new) }
        return new == deadline ? nil : new
    }

    /// The file is being read.
    mutating func end() { (first, deadline) = (nil, nil) }
}
