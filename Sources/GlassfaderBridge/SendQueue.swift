/// The values that wait to be sent: the newest value of each control, but every value of keys and
/// switches.
///
/// A frame sends at most one value of each control. A key that was pressed and released within one
/// frame is sent in two.
struct SendQueue {
    /// More waiting values of one key than this lose the oldest two: a press and its release.
    private static let mostQueuedValues = 64

    private var values: [String: [BridgeValue]] = [:]
    /// The controls with values, in the order in which they changed.
    private var order: [String] = []
    /// The controls whose waiting value was moved by a hand.
    private var byHand: Set<String> = []

    var isEmpty: Bool { order.isEmpty }

    /// Adds a value. A value of a key or switch waits behind earlier ones; any other value replaces
    /// them.
    mutating func put(_ value: BridgeValue, of control: String, sendsEveryValue: Bool) {
        guard var waiting = values[control] else {
            values[control] = [value]
            return order.append(control)
        }
        if !sendsEveryValue {
            waiting = [value]
        } else if waiting.last != value {
            waiting.append(value)
            if waiting.count > Self.mostQueuedValues { waiting.removeFirst(2) }
        }
        values[control] = waiting
    }

    /// Records whether the waiting value of a control was moved by a hand.
    mutating func note(_ control: String, isByHand: Bool) {
        if isByHand, values[control] != nil {
            byHand.insert(control)
        } else {
            byHand.remove(control)
        }
    }

    /// Whether a value waits that was moved by a hand.
    func isByHand(_ control: String) -> Bool { byHand.contains(control) }

    /// Removes the first value of each control.
    mutating func takeFrame() -> [(control: String, value: BridgeValue)] {
        byHand.removeAll(keepingCapacity: true)
        var frame: [(String, BridgeValue)] = []
        var left: [String] = []
        for control in order {
            guard var waiting = values[control] else { continue }
            frame.append((control, waiting.removeFirst()))
            if waiting.isEmpty {
                values[control] = nil
            } else {
                values[control] = waiting
                left.append(control)
            }
        }
        order = left
        return frame
    }

    mutating func remove(_ control: String) {
        if values.removeValue(forKey: control) != nil { order.removeAll { $0 == control } }
        byHand.remove(control)
    }

    mutating func removeAll() {
        values.removeAll()
        order.removeAll()
        byHand.removeAll()
    }
}
