/// Movements of a controller's faders that the panel has not received: the newest value of each
/// control.
struct MoveQueue {
    /// The newest values that are to be set.
    private(set) var sets: [String: EngineValue] = [:]
    /// The newest values of controls that are touched.
    private(set) var touches: [String: EngineValue] = [:]
    /// The controls that are touched.
    private(set) var touched: Set<String> = []

    var isEmpty: Bool { sets.isEmpty && touches.isEmpty }

    /// Adds a value that is to be set.
    mutating func set(_ value: EngineValue, _ control: String) { sets[control] = value }

    /// Begins a touch. Returns false if the control is touched already.
    mutating func begin(_ control: String) -> Bool {
        sets[control] = nil
        return touched.insert(control).inserted
    }

    /// Adds a value of a touched control.
    mutating func move(_ value: EngineValue, _ control: String) {
        if touched.contains(control) { touches[control] = value }
    }

    /// Ends a touch, and returns its last value if that was not sent. Returns false as `isTouched`
    /// if the control was not touched.
    mutating func end(_ control: String) -> (isTouched: Bool, last: EngineValue?) {
        let last = touches.removeValue(forKey: control)
        return (touched.remove(control) != nil, last)
    }

    /// Removes what is to be sent in this frame.
    mutating func takeFrame() -> (
        sets: [(String, EngineValue)], touches: [(String, EngineValue)]
    ) {
        defer {
            sets.removeAll()
            touches.removeAll()
        }
        return (sets.sorted { $0.key < $1.key }, touches.sorted { $0.key < $1.key })
    }
}
