import PanelProtocol

/// The values of controls that do not exist now, in case they come back.
struct AbsentValues {
    /// The values, by full ID.
    private(set) var all: [String: ControlValue] = [:]
    /// The maximum size of all values in a saved state, those of the present controls included, in
    /// bytes.
    private(set) var bytes = 0

    /// The size of a value: a number for each part, or a word of the panel file. An estimate.
    static let bytesOfValue = 96

    /// Replaces the values. If there are too many, values that were kept before are dropped first.
    /// Returns the number of dropped values.
    ///
    /// - Parameter present: The controls that exist.
    mutating func replace(
        with values: [String: ControlValue], besides present: [PanelControl]
    ) -> Int {
        var absent = values
        let excess = max(absent.count - Limit.absentValues.most, 0)
        if excess > 0 {
            let known = absent.keys.filter { all[$0] != nil }.sorted()
            let new = absent.keys.filter { all[$0] == nil }.sorted()
            for id in (known + new).prefix(excess) { absent[id] = nil }
        }
        all = absent
        var state = PanelState()
        state.values = absent
        bytes =
            state.json.count + present.reduce(0) { $0 + $1.id.utf8.count + Self.bytesOfValue }
        return excess
    }
}
