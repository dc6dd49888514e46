/// How many lines the clients of one user may have read, together: so many a second, and as many
/// at once after a pause.
///
/// When they are used up, lines wait for the next instalment. Each connection whose lines wait gets
/// the same share of it: a client that floods does not shut out one that asks now and then.
final class LineAllowance {
    /// The time between two instalments.
    static let interval = Duration.milliseconds(50)

    /// How many lines may be read in a second.
    var perSecond: Int {
        didSet { left = min(left, Double(perSecond)) }
    }
    private var left: Double
    private var lastInstalment: Duration
    /// How many connections have lines that wait for the next instalment.
    private var claimants = 0
    /// How many lines each connection may have read of the present instalment.
    private(set) var share: Int
    /// Which instalment it is.
    private(set) var number = 0

    /// Begins with all that can be saved up.
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
        share = max(1, Int(max(0, left)) / max(1, claimants))
        number += 1
    }

    /// Whether a line may be read.
    var hasLeft: Bool { left >= 1 }

    /// Whether as much has been saved up as can be.
    var isWhole: Bool { left >= Double(perSecond) }

    /// Takes lines that were read off what is left.
    func take(_ count: Int) {
        left -= Double(count)
    }

    /// Notes that a connection's lines wait, or do so no longer.
    func claim(_ isWaiting: Bool) {
        claimants += isWaiting ? 1 : -1
    }
}
