import PanelProtocol

/// One connection's share of the lines that its user may send.
struct LineClaim {
    private let allowance: LineAllowance
    /// How many lines were handled of which instalment.
    private var lines = 0
    private var instalment = 0
    /// Whether lines wait for the next instalment.
    private var isWaiting = false {
        didSet { if isWaiting != oldValue { allowance.claim(isWaiting) } }
    }

    /// Begins a connection of the user whose allowance this is.
    init(to allowance: LineAllowance) {
        self.allowance = allowance
    }

    /// When there is a share that this connection has not begun.
    var nextShare: Duration { instalment == allowance.number ? allowance.nextInstalment : .zero }

    /// Takes the share of a new instalment if one is due. Returns whether it covers the next line of a
    /// reader. If it is not, the connection claims a share of the next instalment.
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

    /// Counts lines that were read.
    mutating func take(_ count: Int) {
        lines += count
        allowance.take(count)
    }

    /// Claims nothing any more.
    mutating func withdraw() {
        isWaiting = false
    }
}
