/// Limits how many lines a second all clients of one user may send. After a pause, the lines of a
/// full second are available at once. A long line counts as several.
///
/// When the allowance is used up, lines wait for the next instalment. All connections with waiting
/// lines get the same share of it, so that a flood from one client does not block the others.
final class LineAllowance {
    /// The time between two instalments.
    static let interval = Duration.milliseconds(50)
    /// A line counts once more for each time that it has this many bytes.
    private static let bytesPerCharge = 512

    /// The most lines that are read in a second.
    var perSecond: Int {
        didSet { left = min(left, Double(perSecond)) }
    }
    private var left: Double
    private var lastInstalment: Duration
    /// How many connections have lines that wait for the next instalment.
    private var claimants = 0
    /// How many lines of the present instalment each connection may send.
    private(set) var share: Int
    /// The number of the present instalment.
    private(set) var number = 0

    /// Starts with the full allowance.
    init(perSecond: Int, at now: Duration) {
        self.perSecond = perSecond
        left = Double(perSecond)
        share = perSecond
        lastInstalment = now
    }

    /// When the next instalment is due.
    var nextInstalment: Duration { lastInstalment + Self.interval }

    /// Adds the next instalment if it is due.
    func renew(at now: Duration) {
        guard now >= nextInstalment else { return }
        let earned = (now - lastInstalment) / .seconds(1) * Double(perSecond)
        left = min(left + earned, Double(perSecond))
        lastInstalment = now
        share = max(1, available / max(1, claimants))
        number += 1
    }

    /// How many lines a line with this many bytes counts as.
    static func charge(forBytes count: Int) -> Int { 1 + count / bytesPerCharge }

    /// How many lines may be read.
    var available: Int { Int(max(0, left)) }

    /// Whether the allowance is full.
    var isFull: Bool { left >= Double(perSecond) }

    /// Subtracts lines that were read.
    func take(_ count: Int) {
        left -= Double(count)
    }

    /// Notes that a connection's lines have begun or stopped waiting.
    func claim(_ isWaiting: Bool) {
        claimants += isWaiting ? 1 : -1
    }
}
