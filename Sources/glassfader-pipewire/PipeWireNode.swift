import Glibc

/// A node that plays or records sound.
struct PipeWireNode {
    let id: UInt32
    /// Such as `node.name` and `media.class`.
    var properties: [String: String] = [:]
    /// The linear factors of the channels, as they were set last; empty until they are known.
    var volumes: [Float] = [] {
        didSet {
            if let loudest = volumes.max(), loudest > 0 { shares = volumes.map { $0 / loudest } }
        }
    }
    /// The factors as parts of the loudest one. Silence keeps them.
    private var shares: [Float] = []
    /// The factors that PipeWire has reported last. It reports the same ones more than once.
    var reportedVolumes: [Float] = []
    var isMuted = false
    /// When its volume counts as its own: the session manager has restored it by then.
    var settled: Duration

    /// The level of the loudest channel in dB; -∞ for silence.
    var decibels: Double {
        let gain = Double(volumes.max() ?? 0)
        return gain > 0 ? 20 * log10(gain) : -.infinity
    }

    /// -1 for left only, 1 for right only; `nil` unless there are two channels with sound.
    var balance: Double? {
        guard volumes.count == 2, let loudest = volumes.max(), loudest > 0 else { return nil }
        return Double((volumes[1] - volumes[0]) / loudest)
    }

    /// The factors for a level. Without a balance, the channels keep their differences.
    func volumes(at decibels: Double, balance: Double?) -> [Float] {
        let gain = Float(pow(10, decibels / 20))
        if let balance, volumes.count == 2 {
            return [gain * Float(min(1, 1 - balance)), gain * Float(min(1, 1 + balance))]
        }
        guard shares.count == volumes.count else { return volumes.map { _ in gain } }
        return shares.map { $0 * gain }
    }

    /// A node of which nothing is known yet.
    init(id: UInt32, settled: Duration) {
        self.id = id
        self.settled = settled
    }
}
