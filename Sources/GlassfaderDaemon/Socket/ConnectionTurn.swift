/// Limits the work of a connection before the others have their turn.
struct ConnectionTurn {
    /// The most requests in a turn.
    static let mostRequests = 64
    /// The longest turn. A request that has begun is completed.
    static let longest = Duration.milliseconds(1)

    private let end: Duration
    private var requests = 0

    /// Begins a turn.
    init(at now: Duration) {
        end = now + Self.longest
    }

    /// Whether one more request may be handled.
    func lasts(at now: Duration) -> Bool { requests < Self.mostRequests && now < end }

    /// Counts a request.
    mutating func handled() {
        requests += 1
    }
}
