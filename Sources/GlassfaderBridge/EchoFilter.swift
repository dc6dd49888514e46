/// Recognises values that an engine sends back after it received them.
///
/// Many engines confirm each value to its sender, some of them late. A confirmation of an earlier
/// value is not a change by the engine: adopting it would pull the fader back.
public struct EchoFilter: Sendable {
    /// How long a confirmation may take.
    static let longest = Duration.seconds(1)
    /// How many sent values are remembered.
    private static let capacity = 128

    private var sent: [(numbers: [Double], time: Duration)] = []

    /// Creates a filter that has seen nothing.
    public init() {}

    /// Remembers a value that is sent now.
    public mutating func noteSent(_ value: Double, at time: Duration) {
        noteSent([value], at: time)
    }

    /// Remembers the numbers of a value of several parts that is sent now.
    public mutating func noteSent(_ numbers: [Double], at time: Duration) {
        sent.removeAll { time - $0.time > Self.longest }
        if sent.count == Self.capacity { sent.removeFirst() }
        sent.append((numbers, time))
    }

    /// Takes a received value. Returns whether it confirms one that was sent in the last second,
    /// and forgets what was sent before that one: confirmations keep their order.
    public mutating func takeConfirmation(
        _ value: Double, within tolerance: Double, at time: Duration
    )
        -> Bool
    {
        takeConfirmation([value], within: tolerance, at: time)
    }

    /// Takes the received numbers of a value of several parts. Returns whether all of them confirm
    /// one that was sent in the last second.
    public mutating func takeConfirmation(
        _ numbers: [Double], within tolerance: Double, at time: Duration
    )
        -> Bool
    {
        sent.removeAll { time - $0.time > Self.longest }
        let index = sent.firstIndex { $0.numbers.isSame(as: numbers, within: tolerance) }
        guard let index else { return false }
        sent.removeFirst(index)
        return true
    }

    /// From the least to the greatest number that was sent in the last second; `nil` if there was
    /// none, or one of several parts. An engine that rounds may confirm what is near.
    public func recent(at time: Duration) -> ClosedRange<Double>? {
        let recent = sent.filter { time - $0.time <= Self.longest }.map(\.numbers)
        guard recent.allSatisfy({ $0.count == 1 }) else { return nil }
        let numbers = recent.map { $0[0] }
        guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
        return least...greatest
    }

    /// Forgets what was sent, as when the engine was restarted.
    public mutating func reset() {
        sent.removeAll()
    }
}

extension [Double] {
    /// Whether there are as many numbers, and each differs by at most a tolerance.
    package func isSame(as other: [Double], within tolerance: Double) -> Bool {
        count == other.count && zip(self, other).allSatisfy { abs($0 - $1) <= tolerance }
    }
}
