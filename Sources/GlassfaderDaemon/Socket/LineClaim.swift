import PanelProtocol

/// One connection's share of its user's line allowance.
struct LineClaim {
    private let allowance: LineAllowance
    /// How many lines of the instalment were used.
    private var lines = 0
    private var instalment = 0
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
        isWaiting = lines >= allowance.share || !allowance.hasLeft
        return !isWaiting
    }

    /// Subtracts lines that were read.
    mutating func take(_ count: Int) {
        lines += count
        allowance.take(count)
    }

    /// Stops waiting.
    mutating func withdraw() {
        isWaiting = false
    }
}
