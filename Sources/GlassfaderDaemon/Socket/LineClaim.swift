import PanelProtocol

/// One connection's share of its user's line allowance.
struct LineClaim {
    private let allowance: LineAllowance
    /// How many lines of the instalment were used.
    private var lines = 0
    private var instalment = 0
    /// How many lines are still to be subtracted for a long line that was read.
    private var debt = 0
    /// Whether lines wait for the next instalment.
    private var isWaiting = false {
        didSet { if isWaiting != oldValue { allowance.claim(isWaiting) } }
    }

    /// Makes the share of a connection of the allowance's user.
    init(to allowance: LineAllowance) {
        self.allowance = allowance
    }

    /// When the connection gets a new share; zero if there is one already.
    var nextShare: Duration { instalment == allowance.number ? allowance.nextInstalment : .zero }

    /// Takes a share of a new instalment if one is due. Returns whether the share covers the
    /// reader's next line. If not, the connection waits for the next instalment.
    mutating func claimLine(of reader: LineReader, at now: Duration) -> Bool {
        guard reader.hasCompleteLine else {
            isWaiting = false
            return true
        }
        allowance.renew(at: now)
        if instalment != allowance.number {
            instalment = allowance.number
            lines = 0
        }
        payDebt()
        isWaiting = debt > 0 || lines >= allowance.share || allowance.available == 0
        return !isWaiting
    }

    /// Subtracts a line that was read. If the share does not cover a long line, the following
    /// shares of this connection pay the rest, and those of the other connections are not reduced.
    mutating func takeLine(ofBytes count: Int) {
        debt += LineAllowance.charge(forBytes: count)
        payDebt()
    }

    private mutating func payDebt() {
        let payment = max(0, min(debt, allowance.share - lines, allowance.available))
        debt -= payment
        lines += payment
        allowance.take(payment)
    }

    /// Stops waiting. A client cannot avoid its debt by connecting again as long as there are lines
    /// to pay it with.
    mutating func withdraw() {
        isWaiting = false
        allowance.take(min(debt, allowance.available))
        debt = 0
    }
}
