/// Recognises what an engine sends back of the values that it was sent.
///
/// Many engines confirm each value to its sender, some of them late. A confirmation of an earlier
/// value is no change of the engine's own: taken for one, it would pull the fader back.
public struct EchoFilter: Sendable {
    /// How long a confirmation may take.
    private static let longest = Duration.seconds(1)
    /// How many sent values are remembered.
    private static let capacity = 128

    private var sent: [(value: Double, time: Duration)] = []

    /// Creates a filter that has seen nothing.
    public init() {}

    /// Remembers a value that is sent now.
    public mutating func send(_ value: Double, at time: Duration) {
        sent.removeAll { time - $0.time > Self.longest }
        if sent.count == Self.capacity { sent.removeFirst() }
        sent.append((value, time))
    }

    /// Whether a received value confirms one that was sent in the last second. What was sent before
    /// that one is forgotten: confirmations keep their order.
    public mutating func receive(_ value: Double, within tolerance: Double, at time: Duration)
        -> Bool
    {
        sent.removeAll { time - $0.time > Self.longest }
        guard let index = sent.firstIndex(where: { abs($0.value - value) <= tolerance }) else {
            return false
        }
        sent.removeFirst(index)
        return true
    }

    /// Forgets what was sent, as when the engine was restarted.
    public mutating func reset() {
        sent.removeAll()
    }
}
