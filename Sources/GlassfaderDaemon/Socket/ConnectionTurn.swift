/// The work that a connection may do before others have their turn.
struct ConnectionTurn {
    /// How many requests are handled in a turn.
    static let mostRequests = 64
    /// How long a turn lasts. The request that is being handled then is completed.
    static let longest = Duration.milliseconds(1)

    private let end: Duration
    private var requests = 0

    /// Begins a turn.
    init(at now: Duration) {
        end = now + Self.longest
    }

    /// Whether there is time for one more request.
    func lasts(at now: Duration) -> Bool { requests < Self.mostRequests && now < end }

    /// Counts a request.
    mutating func handled() {
        requests += 1
    }
}
